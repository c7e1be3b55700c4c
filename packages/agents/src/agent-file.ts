import { basename, relative, sep } from 'node:path'
import type { JsonObject } from '@raider/contracts'
import { markdownBelow, readText } from '@raider/disk'
import { readMarkdown } from '@raider/frontmatter'
import type { AgentDefinition, AgentOrigin } from './agent.js'
import { agentOf } from './agent-fields.js'
import { fieldLines } from './field-lines.js'

/** An agent of the text of its file; undefined where it is none. `fields` stand in for those that it lacks. */
export const parseAgent = async (
  raw: string,
  origin: AgentOrigin,
  defaults: JsonObject = {},
): Promise<AgentDefinition | undefined> => {
  const { fields, body } = await readMarkdown(raw)
  if (fields === undefined) return undefined
  const line = fields['hooks'] === undefined ? undefined : await fieldLines(raw)
  return agentOf({ ...defaults, ...fields }, body.trim(), { ...origin, ...(line !== undefined && { line }) })
}

/** All agents below a folder, in the order of their paths. What is no agent is passed over, as the reference program does. */
export const readAgents = async (dir: string, kind: AgentOrigin['kind']): Promise<readonly AgentDefinition[]> => {
  const files = (await markdownBelow(dir)).toSorted()
  const agents = await Promise.all(files.map(async (file) => parseAgent(await textOf(file), { kind, file })))
  return agents.filter((agent) => agent !== undefined)
}

/** A plugin folder, as far as its agents need it. */
interface AgentPlugin {
  readonly name: string
  /** Replaces `${CLAUDE_PLUGIN_ROOT}`. */
  readonly root: string
}

/** Agents of a plugin's folder: named `plugin:folder:name`, after their files where the frontmatter gives no name. */
export const readPluginAgents = async (dir: string, plugin: AgentPlugin): Promise<readonly AgentDefinition[]> => {
  const files = await markdownBelow(dir)
  const agents = await Promise.all(files.map((file) => readPluginAgent(dir, file, plugin)))
  return agents.filter((agent) => agent !== undefined)
}

const readPluginAgent = async (
  dir: string,
  file: string,
  { name, root }: AgentPlugin,
): Promise<AgentDefinition | undefined> => {
  const raw = (await textOf(file)).replaceAll('${CLAUDE_PLUGIN_ROOT}', root)
  const agent = await parseAgent(raw, { kind: 'plugin', file }, { name: basename(file, '.md') })
  const folders = relative(dir, file).split(sep).slice(0, -1)
  return agent && { ...agent, name: [name, ...folders, agent.name].join(':') }
}

/** Folders named `x.md` and files that cannot be read count as empty. */
const textOf = async (file: string): Promise<string> => {
  const found = await readText(file)
  return found.is === 'text' ? found.text : ''
}

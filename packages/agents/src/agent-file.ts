import { basename, relative, sep } from 'node:path'
import type { JsonObject } from '@raider/contracts'
import { markdownBelow, readText, type Reading } from '@raider/disk'
import { readMarkdown } from '@raider/frontmatter'
import type { AgentDefinition, AgentOrigin } from './agent.js'
import { agentOf, type AgentReading } from './agent-fields.js'
import { fieldLines } from './field-lines.js'

/** What a file holds of an agent, and all fields that stand on top of it. */
export type FileReading = AgentReading & { readonly fields: JsonObject }

const noYaml = 'what stands on top of it is no YAML'

/** An agent of the text of its file. `defaults` stand in for the fields that it lacks. */
export const parseAgent = async (raw: string, origin: AgentOrigin, defaults: JsonObject = {}): Promise<FileReading> => {
  const { fields, body } = await readMarkdown(raw)
  if (fields === undefined) return { flaw: noYaml, fields: {} }
  const line = fields['hooks'] === undefined ? undefined : await fieldLines(raw)
  const reading = agentOf({ ...defaults, ...fields }, body.trim(), { ...origin, ...(line !== undefined && { line }) })
  return { ...reading, fields }
}

/** Reads a file that should be an agent. Folders named `x.md` and files that cannot be read hold none. */
export const readAgentFile = async (file: string, kind: AgentOrigin['kind']): Promise<FileReading> => {
  const found = await readText(file)
  return found.is === 'text' ? parseAgent(found.text, { kind, file }) : unread(found)
}

/** The Markdown files below a folder of agents, in the order in which they count. */
export const agentFiles = async (dir: string): Promise<readonly string[]> => (await markdownBelow(dir)).toSorted()

/** Is told of a file that was meant to be an agent and is none. */
export type OnFlaw = (file: string, flaw: string) => void

/** All agents below a folder, in the order of their paths. What is no agent is passed over, as the reference program does. */
export const readAgents = async (
  dir: string,
  kind: AgentOrigin['kind'],
  onFlaw: OnFlaw,
): Promise<readonly AgentDefinition[]> => {
  const files = await agentFiles(dir)
  const read = await Promise.all(files.map((file) => readAgentFile(file, kind)))
  return read.flatMap((reading, at) => {
    if ('agent' in reading) return [reading.agent]
    if (reading.fields['name'] !== undefined || reading.flaw === noYaml) onFlaw(files[at] ?? dir, reading.flaw)
    return []
  })
}

/** A plugin folder, as far as its agents need it. */
export interface AgentPlugin {
  readonly name: string
  /** Replaces `${CLAUDE_PLUGIN_ROOT}`. */
  readonly root: string
}

/** Agents of a plugin's folder: named `plugin:folder:name`, after their files where the frontmatter gives no name. */
export const readPluginAgents = async (dir: string, plugin: AgentPlugin): Promise<readonly AgentDefinition[]> => {
  const read = await Promise.all((await agentFiles(dir)).map((file) => readPluginAgentFile(dir, file, plugin)))
  return read.flatMap((reading) => ('agent' in reading ? [reading.agent] : []))
}

/** Reads a file in the folder of agents `dir` of a plugin. */
export const readPluginAgentFile = async (
  dir: string,
  file: string,
  { name, root }: AgentPlugin,
): Promise<FileReading> => {
  const found = await readText(file)
  if (found.is !== 'text') return unread(found)
  const raw = found.text.replaceAll('${CLAUDE_PLUGIN_ROOT}', root)
  const reading = await parseAgent(raw, { kind: 'plugin', file }, { name: basename(file, '.md') })
  if ('flaw' in reading) return reading
  const folders = relative(dir, file).split(sep).slice(0, -1)
  return { ...reading, agent: { ...reading.agent, name: [name, ...folders, reading.agent.name].join(':') } }
}

const unread = (found: Exclude<Reading, { readonly is: 'text' }>): FileReading => ({
  flaw: found.is === 'missing' ? 'it leads nowhere' : found.problem,
  fields: {},
})

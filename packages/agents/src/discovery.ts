import { join } from 'node:path'
import { isObject, messageOf, RaiderError } from '@raider/contracts'
import { foldersToRoot } from '@raider/disk'
import { readAgents, type OnFlaw } from './agent-file.js'
import type { AgentDefinition } from './agent.js'
import { builtinAgents } from './builtin.js'
import { agentOf } from './agent-fields.js'

/** Where agents are looked for. */
export interface DiscoveryOptions {
  /** Folder the session starts in; absolute. */
  readonly projectDir: string
  /** `~/.claude`, or CLAUDE_CONFIG_DIR. */
  readonly configDir: string
  /** Folder of managed settings; its `.claude/agents` outranks everything. */
  readonly managedDir?: string
  /** Sources whose files count; default both. */
  readonly sources?: readonly string[]
  /** Folders beside the project, whose `.claude/agents` count as the project's. */
  readonly additionalDirectories?: readonly string[]
  /** Agents given by the host or the command line. */
  readonly given?: readonly AgentDefinition[]
  /** Is told of files that were meant to be agents and are none. */
  readonly onFlaw?: OnFlaw
}

/** A folder of agents, and whose it is. */
interface AgentFolder {
  readonly dir: string
  readonly kind: 'managed' | 'project' | 'user'
}

/** The folders that agents are looked for in, the highest rank first. */
export const agentFolders = async (options: DiscoveryOptions): Promise<readonly AgentFolder[]> => {
  const { configDir, managedDir, sources = ['user', 'project'] } = options
  const project = sources.includes('project') ? await projectFolders(options) : []
  return [
    ...(managedDir === undefined ? [] : [{ dir: agentsBelow(managedDir), kind: 'managed' as const }]),
    ...project.map((dir) => ({ dir: agentsBelow(dir), kind: 'project' as const })),
    ...(sources.includes('user') ? [{ dir: join(configDir, 'agents'), kind: 'user' as const }] : []),
  ]
}

/** Finds all agents, one a name: the first of managed, given, project (nearest first), user and built-in ones. */
export const loadAgents = async (options: DiscoveryOptions): Promise<ReadonlyMap<string, AgentDefinition>> => {
  const { given = [], onFlaw = () => undefined } = options
  const folders = await agentFolders(options)
  const found = await Promise.all(folders.map(({ dir, kind }) => readAgents(dir, kind, onFlaw)))
  const managed = found.filter((_, at) => folders[at]?.kind === 'managed')
  const others = found.filter((_, at) => folders[at]?.kind !== 'managed')
  const byName = new Map<string, AgentDefinition>()
  for (const source of [...managed, given, ...others, builtinAgents])
    for (const agent of lastOfEach(source)) if (!byName.has(agent.name)) byName.set(agent.name, agent)
  return byName
}

/** Of two agents of one name in one source, the last counts (Claude Code 2.1.332, seen). */
const lastOfEach = (agents: readonly AgentDefinition[]): Iterable<AgentDefinition> =>
  new Map(agents.map((agent) => [agent.name, agent])).values()

/** The agent of a name; where there is none, the one whose name differs only in case, spaces, `_` or `-` (seen). */
export const agentNamed = (agents: ReadonlyMap<string, AgentDefinition>, name: string): AgentDefinition | undefined =>
  agents.get(name) ?? [...agents.values()].find((agent) => plain(agent.name) === plain(name))

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

const agentsBelow = (dir: string): string => join(dir, '.claude', 'agents')

/** The start folder and those above it up to the root of its repository; outside of one, up to the root of the file system (seen). */
const projectFolders = async ({
  projectDir,
  configDir,
  additionalDirectories = [],
}: DiscoveryOptions): Promise<readonly string[]> => {
  const folders = await foldersToRoot(projectDir)
  // The user's own folder is a source of its own.
  return [...folders.filter((dir) => join(dir, '.claude') !== configDir), ...additionalDirectories]
}

/**
 * Agents of a JSON object by name (`--agents`, and the option `agents` of the Agent SDK).
 * @throws RaiderError `bad-option` where the text is no such object, or an agent lacks what it needs.
 */
export const parseAgents = (source: string): readonly AgentDefinition[] => {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (cause) {
    throw misuse(`The agents are no JSON: ${messageOf(cause)}.`)
  }
  if (!isObject(value)) throw misuse('The agents are no JSON object.')
  return Object.entries(value).map(([name, fields]) => {
    const reading = isObject(fields)
      ? agentOf({ ...fields, name }, fields['prompt'], { kind: 'flag' })
      : { flaw: 'it is no object' }
    if ('agent' in reading) return reading.agent
    throw misuse(`"${name}" is no agent: ${reading.flaw}.`)
  })
}

const misuse = (problem: string): RaiderError =>
  new RaiderError('bad-option', `${problem} Give {"name": {"description": "…", "prompt": "…"}}.`)

import { basename, dirname } from 'node:path'
import type { Finding, JsonObject } from '@raider/contracts'
import { agentFiles, readAgentFile, readPluginAgentFile, type AgentPlugin, type FileReading } from './agent-file.js'
import type { AgentDefinition } from './agent.js'
import { agentFolders, type DiscoveryOptions } from './discovery.js'

/** What agents are held against. */
export interface AgentSurvey {
  /** The agents of a session, by name. */
  readonly inForce: ReadonlyMap<string, AgentDefinition>
  /** Is there a tool that an entry of a list, such as `Bash(git *)`, means? */
  readonly hasTool: (entry: string) => boolean
  readonly hasSkill: (name: string) => boolean
}

/** What becomes of every agent file of managed settings, project and user. */
export const surveyAgents = async (options: DiscoveryOptions, survey: AgentSurvey): Promise<readonly Finding[]> => {
  const folders = await agentFolders(options)
  const found = await Promise.all(
    folders.map(async ({ dir, kind }) =>
      Promise.all(
        (await agentFiles(dir)).map(async (file) => findingOf(file, kind, await readAgentFile(file, kind), survey)),
      ),
    ),
  )
  return found.flat()
}

/** What becomes of the agents at a path of a plugin: a folder, or a single file. */
export const surveyPluginAgents = async (
  path: string,
  plugin: AgentPlugin,
  survey: AgentSurvey,
): Promise<readonly Finding[]> => {
  const [dir, files] = path.endsWith('.md') ? [dirname(path), [path]] : [path, await agentFiles(path)]
  return Promise.all(
    files.map(async (file) => findingOf(file, 'plugin', await readPluginAgentFile(dir, file, plugin), survey)),
  )
}

const findingOf = (
  file: string,
  layer: 'managed' | 'project' | 'user' | 'plugin',
  reading: FileReading,
  survey: AgentSurvey,
): Finding => ({
  name: 'agent' in reading ? reading.agent.name : basename(file, '.md'),
  ...('agent' in reading ? judge(reading.agent, reading.fields, survey) : flawed(reading)),
  layer,
  file,
})

type Judgement = Pick<Finding, 'fate' | 'why' | 'remedy'>

/** A text without anything on top was hardly meant to be an agent. */
const flawed = ({ flaw, fields }: Extract<FileReading, { readonly flaw: string }>): Judgement =>
  flaw === noName && Object.keys(fields).length === 0
    ? { fate: 'ignored', why: 'it is no agent: nothing stands on top of it' }
    : { fate: 'error', why: flaw, remedy: 'An agent needs `name` and `description` between two lines of ---.' }

const noName = 'it has no name'

function judge(agent: AgentDefinition, fields: JsonObject, survey: AgentSurvey): Judgement {
  const winner = survey.inForce.get(agent.name)
  if (winner === undefined) return { fate: 'refused', why: 'the settings let agents come from plugins only' }
  if (winner.origin.file !== agent.origin.file)
    return { fate: 'ignored', why: `${winner.origin.file ?? 'one of the command line'} has the same name, and counts` }
  const lacking = [...fieldProblems(agent, fields), ...listProblems(agent, survey), ...withheld(agent, winner)]
  return lacking.length === 0 ? { fate: 'honoured' } : { fate: 'partly', why: lacking.join('; ') }
}

/** Fields that have a meaning, here or in Claude Code. */
const known: ReadonlySet<string> = new Set(
  (
    'name description prompt tools disallowedTools model effort permissionMode maxTurns skills mcpServers ' +
    'hooks background memory isolation initialPrompt color'
  ).split(' '),
)
const notOfPlugins: ReadonlySet<string> = new Set(['hooks', 'permissionMode', 'mcpServers'])

const fieldProblems = (agent: AgentDefinition, fields: JsonObject): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (!known.has(name)) return [`there is no such field as ${name}`]
    if (agent.origin.kind === 'plugin' && notOfPlugins.has(name)) return [`a plugin has no say over ${name}`]
    return name === 'color' || value === null || name in agent || saysAll(value) ? [] : [`${name} is not understood`]
  })

/** `*` stands for every tool, as nothing does. */
const saysAll = (value: unknown): boolean => JSON.stringify(value)?.includes('*') === true

const listProblems = ({ tools = [], disallowedTools = [], skills = [] }: AgentDefinition, survey: AgentSurvey) => [
  ...[...tools, ...disallowedTools]
    .filter((entry) => !survey.hasTool(entry))
    .map((entry) => `there is no tool ${entry}`),
  ...skills.filter((name) => !survey.hasSkill(name)).map((name) => `there is no skill ${name}`),
]

/** What the agent of a session lacks of what its file says. */
const withheld = (written: AgentDefinition, inForce: AgentDefinition): readonly string[] =>
  (['hooks', 'mcpServers'] as const)
    .filter((field) => written[field] !== undefined && inForce[field] === undefined)
    .map((field) => `its ${field} need the trust of this project`)

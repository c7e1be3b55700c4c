import { ToolFailure, type Tool } from '@raider/contracts'
import type { AgentDefinition } from './agent.js'

/** Tools that no subagent has (Claude Code 2.1.332, seen). */
const mainOnly = new Set([
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'EnterWorktree',
  'ExitWorktree',
  'TaskOutput',
  'ScheduleWakeup',
  'WaitForMcpServers',
  'Workflow',
  'EndConversation',
])

/** Built-in tools that a subagent in the background may have (seen). */
const inBackground =
  /^(Agent|Read|Grep|Glob|Bash|PowerShell|Edit|Write|NotebookEdit|WebFetch|WebSearch|TodoWrite|Skill|ToolSearch|Monitor|TaskStop|SendMessage|Artifact)$/

/** What a choice depends on beside the agent. */
export interface ToolChoice {
  readonly background: boolean
  /** In plan mode a subagent may ask for leaving it. */
  readonly planMode: boolean
  /** Further tools come with servers of its own. */
  readonly moreToCome?: boolean
}

/**
 * The tools of the parent that a subagent gets.
 * @throws ToolFailure where its list of tools names none of them: it could do nothing.
 */
export const chooseTools = (agent: AgentDefinition, tools: readonly Tool[], choice: ToolChoice): readonly Tool[] => {
  const allowed = tools.filter((tool) => isFit(tool, choice))
  const chosen = toolsOf(agent, allowed)
  const mayBeEmpty = choice.moreToCome === true || agent.tools === undefined || agent.tools.length === 0
  if (mayBeEmpty || chosen.length > 0) return chosen
  throw new ToolFailure(
    `The agent ${agent.name} was not started, since it would have no tools: its list names ${agent.tools.join(', ')}, ` +
      `and there are ${allowed.map((tool) => tool.name).join(', ')}. Mend the list, or use another agent.`,
  )
}

/** The tools that the lists of an agent leave; also for a main thread that runs as this agent. */
export const toolsOf = (
  { tools: names, disallowedTools = [] }: AgentDefinition,
  tools: readonly Tool[],
): readonly Tool[] =>
  tools.filter(
    (tool) =>
      !disallowedTools.some((entry) => isNamedBy(entry, tool)) &&
      (names === undefined || names.some((entry) => isNamedBy(entry, tool))),
  )

const isFit = (tool: Tool, { background, planMode }: ToolChoice): boolean => {
  if (tool.origin !== 'built-in') return true
  if (mainOnly.has(tool.name) && !(planMode && tool.name === 'ExitPlanMode')) return false
  return !background || inBackground.test(tool.name)
}

/** Does an entry such as `Bash(ls *)` or `mcp__github__*` name a tool? */
const isNamedBy = (entry: string, tool: Tool): boolean => {
  const name = entry.replace(/\(.*\)$/s, '').trim()
  if (name === '*' || name === tool.name || (tool.aliases?.includes(name) ?? false)) return true
  if (!name.startsWith('mcp__')) return false
  const prefix = name.replace(/\*$/, '').replace(/__$/, '')
  return tool.name.startsWith(`${prefix}__`)
}

/** The types of agents that `Agent(x, y)` in an agent's list allows; undefined for all. It binds a main thread only (seen). */
export const spawnable = ({ tools = [] }: AgentDefinition): readonly string[] | undefined => {
  const entries = tools.flatMap((entry) => /^(?:Agent|Task)\((.*)\)$/s.exec(entry.trim())?.[1] ?? [])
  return entries.length === 0 ? undefined : entries.flatMap((list) => list.split(',').map((name) => name.trim()))
}

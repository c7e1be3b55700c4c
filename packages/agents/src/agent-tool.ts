import {
  efforts,
  isToolFailure,
  messageOf,
  text,
  ToolFailure,
  type CallScope,
  type Effort,
  type JsonSchema,
  type Tool,
} from '@raider/contracts'
import type { AgentDefinition } from './agent.js'
import { agentNamed } from './discovery.js'
import { newAgentId, type AgentTask, type RunAgent } from './agent-task.js'
import type { Crew } from './crew.js'
import { notification, type BackgroundEnd } from './notification.js'
import {
  completedOutput,
  renderCompleted,
  renderLaunched,
  type AgentOutput,
  type CompletedOutput,
  type LaunchedOutput,
} from './output.js'
import { withReportFile } from './long-report.js'
import type { Roll } from './roll.js'
import { Witness } from './witness.js'

/** What the Agent tool of one session works with. */
export interface AgentToolOptions {
  /** Agents that this session may start, by name. */
  readonly agents: ReadonlyMap<string, AgentDefinition>
  /** Why others may not be started, by name. */
  readonly denied: ReadonlyMap<string, string>
  readonly crew: Crew
  readonly roll: Roll
  readonly run: RunAgent
  /** Model id that a task will be given. */
  readonly modelOf: (task: AgentTask) => string
  /** File of a subagent's conversation. */
  readonly transcriptOf: (id: string) => string
}

interface AgentInput {
  readonly description: string
  readonly prompt: string
  readonly subagent_type?: string
  readonly model?: string
  readonly effort?: Effort
  readonly run_in_background?: boolean
  readonly isolation?: string
  readonly name?: string
}

/** The agent that works where a call names none. */
const defaultAgent = 'general-purpose'

/** The Agent tool, also called Task: hands work to a subagent with a session of its own. */
export const createAgentTool = (options: AgentToolOptions): Tool => ({
  name: 'Agent',
  aliases: ['Task'],
  origin: 'built-in',
  description: describe(options.agents),
  inputSchema,
  parallel: () => true,
  run: (input, scope) => start(input as unknown as AgentInput, scope, options),
  render: (structured) => {
    const output = structured as AgentOutput
    if (output.status === 'async_launched') return [text(renderLaunched(output))]
    return [text(renderCompleted(output, options.agents.get(output.agentType)?.scout === true))]
  },
})

const describe = (agents: ReadonlyMap<string, AgentDefinition>): string =>
  [
    'Hands a task to an agent that works on it by itself, with a context of its own, and reports back once. It knows nothing of this ' +
      'conversation: the prompt must say all it needs. By default it works in the background and you are told when it ends; set ' +
      'run_in_background to false where you need its report to go on. Several calls in one reply work side by side. Agents:',
    ...[...agents.values()].map(({ name, description }) => `- ${name}: ${description}`),
  ].join('\n')

const string = (description: string): JsonSchema => ({ type: 'string', description })

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    description: string('The task in three to five words, for the user'),
    prompt: string('The whole task'),
    subagent_type: string(`Name of the agent; default ${defaultAgent}`),
    model: { type: 'string', enum: ['sonnet', 'opus', 'haiku', 'fable'], description: "Default the agent's own" },
    effort: { type: 'string', enum: [...efforts], description: "Default the agent's own" },
    run_in_background: { type: 'boolean', description: 'False to wait for the report; default true' },
    name: string('A name for it, for SendMessage'),
    isolation: {
      type: 'string',
      enum: ['worktree', 'remote'],
      description:
        'Lets it work in a git worktree of its own, which is kept where it changed something, and else removed',
    },
    team_name: string('Without effect'),
    mode: string('Without effect'),
  },
  required: ['description', 'prompt'],
}

const start = async (input: AgentInput, scope: CallScope, options: AgentToolOptions): Promise<AgentOutput> => {
  const task = taskOf(input, scope, options)
  if (task.background) return startInBackground(task, scope, options)
  const leave = enter(task, options)
  return work(task, scope, scope.signal, options).finally(leave)
}

/** Takes a place for a subagent; the function that comes back frees it. */
const enter = (task: AgentTask, { crew, roll }: AgentToolOptions): (() => void) => {
  const leave = crew.join()
  const end = roll.begin(task)
  return () => {
    leave()
    end()
  }
}

/** Resolves once the subagent is under way; the caller is told of its end. @throws ToolFailure where it cannot be started. */
export const startInBackground = async (
  task: AgentTask,
  scope: CallScope,
  options: AgentToolOptions,
): Promise<LaunchedOutput> => {
  const leave = enter(task, options)
  const { id, description, agent, name } = task
  const outputFile = options.transcriptOf(id)
  const owner = scope.agent?.id ?? scope.session
  await new Promise<void>((resolve, reject) => {
    let isUnderWay = false
    const begun = (): void => {
      isUnderWay = true
      resolve()
    }
    const entry = { id, kind: 'subagent', description, agentType: agent.name, owner } as const
    scope.tasks.start({ ...entry, ...(name !== undefined && { name }) }, async (signal) => {
      const end = await endOf(work(task, scope, signal, options, begun).finally(leave), signal)
      if (isUnderWay) return notification(task, scope.callId, outputFile, end)
      reject(new ToolFailure('reason' in end ? end.reason : 'The agent ended before it began.'))
      return undefined
    })
  })
  return {
    isAsync: true,
    status: 'async_launched',
    agentId: id,
    description,
    resolvedModel: options.modelOf(task),
    prompt: task.prompt,
    outputFile,
    canReadOutputFile: true,
    canContinueAgent: true,
  }
}

const taskOf = (input: AgentInput, { env }: CallScope, { agents, denied }: AgentToolOptions): AgentTask => {
  const { description, prompt, subagent_type: type = defaultAgent, model, effort, name } = input
  const agent = agentNamed(agents, type)
  if (agent === undefined)
    throw new ToolFailure(
      denied.get(type) ?? `There is no agent "${type}". There are: ${[...agents.keys()].join(', ')}.`,
    )
  const wanted = agent.background === true || input.run_in_background !== false
  return {
    id: newAgentId(),
    agent,
    prompt,
    description,
    // There is no other place to go to: `remote` is a worktree too (Claude Code 2.1.332, seen).
    isolated: (input.isolation ?? agent.isolation) !== undefined,
    background: wanted && env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS'] !== '1',
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    ...(name !== undefined && name !== '' && { name }),
  }
}

const work = async (
  task: AgentTask,
  scope: CallScope,
  signal: AbortSignal,
  options: AgentToolOptions,
  begun: () => void = () => undefined,
): Promise<CompletedOutput> => {
  const witness = new Witness(task.id)
  const { outcome, worktree } = await options.run(task, scope, signal, (event) => {
    witness.hear(event)
    if (event.type === 'run-start') begun()
  })
  options.roll.keep(task.id, worktree)
  try {
    return await withReportFile(completedOutput(task, outcome, witness, worktree), scope)
  } catch (error) {
    if (worktree === undefined || !isToolFailure(error)) throw error
    throw new ToolFailure(`${error.message} What it did is in its worktree, ${worktree.path}.`)
  }
}

const endOf = async (output: Promise<CompletedOutput>, signal: AbortSignal): Promise<BackgroundEnd> => {
  try {
    return { status: 'completed', output: await output }
  } catch (error) {
    const reason = isToolFailure(error) ? error.message : `The agent could not work: ${messageOf(error)}`
    return { status: signal.aborted ? 'stopped' : 'failed', reason }
  }
}

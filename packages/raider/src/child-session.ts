import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chooseTools, createAgentTool, hookLayer, toolsOf, type AgentTask, type RunAgent } from '@raider/agents'
import {
  cancelReason,
  type CallScope,
  type PermissionMode,
  type RaiderEvent,
  type RunOutcome,
  type Tool,
} from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import {
  briefing,
  Run,
  Session,
  type ChildParts,
  type Permissions,
  type SessionFacts,
  type SessionParts,
} from '@raider/loop'
import { agentTranscript } from '@raider/settings'
import { createToolState } from '@raider/tools'
import { agentMode } from './agent-mode.js'
import { serversOf, withAgentServers } from './agent-servers.js'
import type { AgentRoster } from './agent-roster.js'

/** What a subagent is told beside its own prompt. */
const childNote =
  'You were started by another agent. Its messages say what to do; they are no consent of the user to anything. ' +
  'Each shell command starts in the same folder: use absolute paths. Your last message is your report, and all that your caller gets of ' +
  'your work: say in it what you did and found, with absolute paths, and write no report files.'

/**
 * The parts of a session with the Agent tool, where it may still start subagents.
 * @param depth 0 for the first session.
 * @param startable the agents that it may start.
 */
export function withAgents(
  parts: SessionParts,
  roster: AgentRoster,
  depth = 0,
  startable: AgentRoster['agents'] = roster.agents,
): SessionParts {
  const denied = denials(parts, startable)
  const agents = new Map([...startable].filter(([name]) => !denied.has(name)))
  if (depth >= roster.maxDepth || agents.size === 0) return parts
  const run: RunAgent = (task, scope, signal, hear) => runChild(parts, roster, depth + 1, task, scope, signal, hear)
  const tool = createAgentTool({
    agents,
    denied,
    crew: roster.crew,
    run,
    modelOf: (task) => parts.engine.resolve(childModel(task, parts) ?? parts.engine.model),
    transcriptOf: (id) => agentTranscript(parts.facts.transcriptPath, id),
  })
  return { ...parts, tools: [...parts.tools, tool], agents: [...roster.agents.keys()] }
}

/** Types that a deny rule takes away, and why: they are not offered. */
function denials({ permissions, facts }: SessionParts, agents: AgentRoster['agents']): ReadonlyMap<string, string> {
  const reasons = [...agents.keys()].flatMap((type): readonly (readonly [string, string])[] => {
    const { behavior, reason } = permissions.permit({
      tool: 'Agent',
      input: { subagent_type: type },
      origin: 'built-in',
      offer: true,
      paths: [],
      cwd: facts.projectDir,
    })
    return behavior === 'deny' ? [[type, reason]] : []
  })
  return new Map(reasons)
}

/** Runs a subagent in a session of its own. */
export async function runChild(
  parent: SessionParts,
  roster: AgentRoster,
  depth: number,
  task: AgentTask,
  scope: CallScope,
  signal: AbortSignal,
  hear: (event: RaiderEvent) => void,
): Promise<RunOutcome> {
  const parts = childParts(parent, roster, depth, task, scope, hear)
  if (parts.transcript) await writeFacts(parts, task, depth, scope)
  const run = new Run(async (self) => {
    const session = await Session.open(parts, self)
    try {
      return await session.drive(self, task.prompt)
    } finally {
      await session.close()
    }
  })
  const cancel = (): void => run.cancel({ ...cancelReason(signal), by: 'parent' })
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run.result
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** @throws ToolFailure where the agent would have no tools. */
function childParts(
  parent: SessionParts,
  roster: AgentRoster,
  depth: number,
  task: AgentTask,
  scope: CallScope,
  hear: (event: RaiderEvent) => void,
): SessionParts {
  const { agent } = task
  const {
    past: _past,
    commands: _commands,
    model: _model,
    preface: _preface,
    follow: _follow,
    changingTools,
    ask,
    ...inherited
  } = parent
  const mode = agentMode(agent.permissionMode, scope.mode(), parent.facts.profile)
  const model = childModel(task, parent)
  const effort = task.effort ?? agent.effort ?? parent.effort
  const directories = [...scope.state.directories]
  const bare: SessionParts = {
    ...inherited,
    facts: childFacts(parent.facts, task),
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    permissions: childPermissions(parent.permissions, mode),
    ...(ask !== undefined && { ask: (request, signal) => ask({ ...request, agentId: task.id }, signal) }),
    ...(changingTools !== undefined && { changingTools: () => toolsOf(agent, changingTools()) }),
    child: childLinks(parent.facts, task, depth, scope, hear),
    state: createToolState({ directories, resultsDir: scope.state.resultsDir }),
    notices: [],
    system: briefing({
      projectDir: parent.facts.projectDir,
      directories,
      date: new Date(),
      systemPrompt: agent.prompt,
      appendSystemPrompt: [childNote, ...(roster.note === undefined ? [] : [roster.note])].join('\n\n'),
    }),
    limits: agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns },
  }
  const { tools } = withAgents(bare, roster, depth)
  return withAgentServers({ ...bare, tools: chosenTools(task, tools, mode, changingTools?.() ?? []) }, agent)
}

function chosenTools(
  { agent, background }: AgentTask,
  tools: readonly Tool[],
  mode: PermissionMode,
  changing: readonly Tool[],
): readonly Tool[] {
  const chosen = chooseTools(agent, [...tools, ...changing], {
    background,
    planMode: mode === 'plan',
    moreToCome: serversOf(agent).length > 0,
  })
  return chosen.filter((tool) => tools.includes(tool))
}

function childFacts(parent: SessionFacts, { id, agent }: AgentTask): SessionFacts {
  const { role: _, currentSettings, currentEnv, ...facts } = parent
  const layer = hookLayer(agent, 'subagent')
  const settings = currentSettings?.() ?? facts.settings
  // The hooks of the caller's own frontmatter are not this agent's.
  const layers = settings.layers.filter(({ name }) => name !== 'agent')
  return {
    ...facts,
    env: currentEnv?.() ?? facts.env,
    agent: { id, type: agent.name, ...(agent.scout && { startsBare: true }) },
    agentPath: `${parent.agentPath}/${agent.name}`,
    settings: { ...settings, layers: layer === undefined ? layers : [...layers, layer] },
  }
}

/** CLAUDE_CODE_SUBAGENT_MODEL, what the call asks for, what the agent asks for, or what the parent has (seen). */
function childModel({ model, agent }: AgentTask, parent: SessionParts): string | undefined {
  const wanted = [parent.facts.env.CLAUDE_CODE_SUBAGENT_MODEL, model, agent.model]
  return wanted.find((name) => name !== undefined && name !== '' && name !== 'inherit') ?? parent.model
}

/** What the user grants for good in a subagent counts for its parent too; a mode is its own. */
function childPermissions(parent: Permissions, mode: PermissionMode): Permissions {
  const own = parent.fork(mode)
  return {
    ...own,
    apply: (update) => {
      own.apply(update)
      if (update.type !== 'setMode') parent.apply(update)
    },
  }
}

function childLinks(
  parent: SessionFacts,
  { id, agent, description, background }: AgentTask,
  depth: number,
  scope: CallScope,
  hear: (event: RaiderEvent) => void,
): ChildParts {
  return {
    facts: {
      id,
      type: agent.name,
      description,
      background,
      depth,
      transcript: agentTranscript(parent.transcriptPath, id),
    },
    parent: { session: scope.agent?.id ?? scope.session, call: scope.callId, promptId: scope.promptId },
    sponsor: {
      ...scope.sponsor,
      relay: (event) => {
        hear(event)
        return scope.sponsor.relay(event)
      },
    },
    tasks: scope.tasks,
    cwd: scope.cwd(),
  }
}

/** `agent-<id>.meta.json`, as Claude Code writes it (seen). */
async function writeFacts(
  { child, engine, model }: SessionParts,
  task: AgentTask,
  spawnDepth: number,
  scope: CallScope,
): Promise<void> {
  if (child === undefined) return
  const { agent, description } = task
  const facts = {
    agentType: agent.name,
    isBuiltIn: agent.origin.kind === 'built-in',
    description,
    toolUseId: scope.callId,
    spawnDepth,
    ...(scope.agent !== undefined && { parentAgentId: scope.agent.id }),
    model: engine.resolve(model ?? engine.model),
  }
  const file = child.facts.transcript.replace(/\.jsonl$/, '.meta.json')
  await makeFolder(dirname(file), 0o700)
  await writeFile(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
}

import { type AgentTask, hookLayer, toolsOf } from '@raider/agents'
import { type CallScope, type Permissions, type RaiderEvent, type ToolState, type Worktree } from '@raider/contracts'
import { briefing, type ChildParts, type Past, type SessionFacts, type SessionParts } from '@raider/loop'
import { agentTranscript } from '@raider/settings'
import { createToolState, isolate, isolationOf } from '@raider/tools'
import type { AgentMemory } from './agent-memory.js'
import { agentMode } from './agent-mode.js'
import type { AgentRoster } from './agent-roster.js'
import { withOwn } from './own-permissions.js'

/** A piece of work for a subagent, and where it comes from. */
export interface Mission {
  /** Parts of the session that gives it. */
  readonly parent: SessionParts
  readonly roster: AgentRoster
  /** 1 for a child of the first session. */
  readonly depth: number
  readonly task: AgentTask
  /** Of the call that asks for it. */
  readonly scope: CallScope
  /** Is told of every event of the session. */
  readonly hear: (event: RaiderEvent) => void
  /** What the agent keeps between sessions. */
  readonly memory?: AgentMemory
  /** The worktree that it works in, where it has one of its own. */
  readonly worktree?: Worktree
  /** What it has said and done before. */
  readonly past?: Past
}

/** What a subagent is told beside its own prompt. */
const childNote =
  'You were started by another agent. Its messages say what to do; they are no consent of the user to anything. ' +
  'Each shell command starts in the same folder: use absolute paths. Your last message is your report, and all that your caller gets of ' +
  'your work: say in it what you did and found, with absolute paths, and write no report files.'

/** What one in a worktree of its own is told. */
const worktreeNote =
  'The working folder is a worktree of your own: a copy of the project that nobody else works in. Change files there only, and run git ' +
  'there only. Its stash is shared with all others: commit on its branch what you want to set aside.'

/** The parts of a subagent's session, before its tools are chosen. */
export function subagentParts(mission: Mission): SessionParts {
  const { parent, task } = mission
  const { agent } = task
  const {
    past: _past,
    commands: _commands,
    model: _model,
    preface: _preface,
    following: _following,
    changingTools,
    ask,
    ...inherited
  } = parent
  const model = modelOf(task, parent)
  const effort = task.effort ?? agent.effort ?? parent.effort
  const state = stateOf(mission, model)
  return {
    ...inherited,
    facts: factsOf(parent.facts, task),
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    permissions: permissionsOf(mission),
    ...(ask !== undefined && { ask: (request, signal) => ask({ ...request, agentId: task.id }, signal) }),
    ...(changingTools !== undefined && { changingTools: () => toolsOf(agent, changingTools()) }),
    child: linksOf(mission),
    state,
    notices: [],
    system: systemOf(mission, [...state.directories]),
    ...(mission.past !== undefined && { past: mission.past }),
    limits: agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns },
  }
}

/** A record of its own. It is tied to its worktree, or to that of its caller. */
function stateOf(
  { scope, parent: { engine }, worktree = isolationOf(scope.state) }: Mission,
  model?: string,
): ToolState {
  const { directories, resultsDir } = scope.state
  const own = worktree === undefined ? [] : [worktree.path]
  const state = createToolState({
    directories: [...directories, ...own],
    resultsDir,
    model: engine.resolve(model ?? engine.model),
  })
  isolate(state, worktree)
  return state
}

function systemOf(
  { parent, roster, task, memory, worktree }: Mission,
  directories: readonly string[],
): SessionParts['system'] {
  return briefing({
    projectDir: worktree?.path ?? parent.facts.projectDir,
    directories,
    date: new Date(),
    systemPrompt: task.agent.prompt,
    ...(memory !== undefined && { notes: memory.prompt }),
    appendSystemPrompt: [
      childNote,
      ...(worktree === undefined ? [] : [worktreeNote]),
      ...(roster.note === undefined ? [] : [roster.note]),
    ].join('\n\n'),
  })
}

function factsOf(parent: SessionFacts, { id, agent }: AgentTask): SessionFacts {
  const { role: _, currentSettings, currentEnv, ...facts } = parent
  const layer = hookLayer(agent, 'subagent')
  const settings = currentSettings?.() ?? facts.settings
  // The hooks of a caller's own frontmatter are not this agent's, unless the whole session runs as the caller (seen).
  const layers = parent.agent === undefined ? settings.layers : settings.layers.filter(({ name }) => name !== 'agent')
  return {
    ...facts,
    env: currentEnv?.() ?? facts.env,
    agent: { id, type: agent.name, ...(agent.scout && { startsBare: true }), ...(agent.judges && { judges: true }) },
    agentPath: `${parent.agentPath}/${agent.name}`,
    settings: { ...settings, layers: layer === undefined ? layers : [...layers, layer] },
  }
}

/** What environment, call or agent ask for, or what the parent has. */
export function modelOf({ model, agent }: AgentTask, parent: SessionParts): string | undefined {
  const { env, profile } = parent.facts
  const asked = [model, agent.model]
  const general = env.CLAUDE_CODE_SUBAGENT_MODEL
  const wanted = profile.agentModel === 'environment first' ? [general, ...asked] : [...asked, general]
  const named = wanted.find((name) => name !== undefined && name !== '')
  return named === 'inherit' ? parent.model : (named ?? parent.model)
}

/** What the user grants for good in a subagent counts for its parent too. */
function permissionsOf({
  parent: { permissions: parent, facts },
  task,
  scope,
  memory,
  worktree,
}: Mission): Permissions {
  const mode = agentMode(task.agent.permissionMode, scope.mode(), facts.profile)
  const own = parent.fork(mode, memory === undefined ? [] : [memory.dir])
  if (worktree !== undefined)
    own.apply({ type: 'addDirectories', directories: [worktree.path], destination: 'session' })
  return withOwn(own, {
    apply: (update) => {
      own.apply(update)
      if (update.type !== 'setMode' || facts.profile.agentModeChange === 'that of all') parent.apply(update)
    },
  })
}

function linksOf({ parent, task, depth, scope, hear, worktree }: Mission): ChildParts {
  const { id, agent, description, background } = task
  return {
    facts: {
      id,
      type: agent.name,
      description,
      background,
      depth,
      transcript: agentTranscript(parent.facts.transcriptPath, id),
    },
    parent: { session: scope.agent?.id ?? scope.session, call: scope.callId, promptId: scope.promptId },
    sponsor: {
      relay: (event) => {
        hear(event)
        return scope.sponsor.relay(event)
      },
      spend: (model, usage) => scope.sponsor.spend(model, usage),
      deny: (denial) => scope.sponsor.deny(denial),
      overspent: () => scope.sponsor.overspent(),
    },
    tasks: scope.tasks,
    cwd: worktree?.path ?? scope.cwd(),
  }
}

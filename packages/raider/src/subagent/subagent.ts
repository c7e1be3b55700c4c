import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  chooseTools,
  createAgentTool,
  createSendMessage,
  type AgentEnd,
  type AgentTask,
  type RunAgent,
} from '@raider/agents'
import { cancelReason, messageOf, ToolFailure, type RunOutcome } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import { restore, Run, Session, type Past, type SessionParts } from '@raider/loop'
import { agentTranscript } from '@raider/settings'
import { knowFiles, knowTasks } from '@raider/tools'
import { agentMemory, withNoteTools } from './agent-memory.js'
import { leaveWorktree, worktreeFor } from './agent-worktree.js'
import { serversOf, withAgentServers } from './agent-servers.js'
import type { AgentRoster } from './agent-roster.js'
import { factsFile, pastAgent, type AgentFacts } from './past-agent.js'
import { modelOf, subagentParts, type Mission } from './subagent-parts.js'

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
  if (agents.size === 0) return parts
  const run: RunAgent = (task, scope, signal, hear) =>
    runSubagent({ parent: parts, roster, depth: depth + 1, task, scope, hear }, signal)
  const options = {
    agents,
    denied,
    crew: roster.crew,
    roll: roster.roll,
    run,
    modelOf: (task: AgentTask) => parts.engine.resolve(modelOf(task, parts) ?? parts.engine.model),
    transcriptOf: (id: string) => agentTranscript(parts.facts.transcriptPath, id),
    keepsConversations: parts.transcript,
    recall: async (to: string) => pastAgent(to, parts.facts.transcriptPath, roster.agents),
  }
  const speaking = createSendMessage(options)
  if (depth >= roster.maxDepth) return { ...parts, tools: [...parts.tools, speaking] }
  return { ...parts, tools: [...parts.tools, createAgentTool(options), speaking], agents: [...roster.agents.keys()] }
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

/** Runs a subagent in a session of its own, and in a worktree of its own where its task says so. */
export async function runSubagent(given: Mission, signal: AbortSignal): Promise<AgentEnd> {
  const worktree = await worktreeFor(given, signal)
  if (worktree === undefined) return { outcome: await runAt(given, signal) }
  const outcome = await runAt({ ...given, worktree }, signal).catch(async (error: unknown) => {
    await leaveWorktree(worktree, given.parent.facts.env)
    throw error
  })
  const kept = await leaveWorktree(worktree, given.parent.facts.env)
  return { outcome, ...(kept !== undefined && { worktree: kept }) }
}

async function runAt(given: Mission, signal: AbortSignal): Promise<RunOutcome> {
  const memory = given.roster.keepsNotes ? await agentMemory(given.task.agent, given.parent.facts) : undefined
  const past = given.task.resumes === true ? await pastOf(given) : undefined
  const mission = { ...given, ...(memory !== undefined && { memory }), ...(past !== undefined && { past }) }
  const parts = equipped(mission)
  await knowFiles(parts.state, past?.files ?? [])
  knowTasks(parts.state, past?.lists ?? [])
  if (parts.transcript) await writeFacts(parts, mission)
  const run = new Run(async (self) => {
    const session = await Session.open(parts, self)
    try {
      return await session.drive(self, mission.task.prompt)
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

/** The conversation that the subagent had. @throws ToolFailure where it was not kept. */
async function pastOf({ parent, task }: Mission): Promise<Past> {
  const file = agentTranscript(parent.facts.transcriptPath, task.id)
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new ToolFailure(`The conversation of ${task.id} cannot be read, so it cannot go on: ${messageOf(thrown)}`)
  })
  return restore(text, 'subagent')
}

/** @throws ToolFailure where the agent would have no tools. */
function equipped(mission: Mission): SessionParts {
  const { parent, roster, depth, task, memory } = mission
  const { background } = task
  const agent = memory === undefined ? task.agent : withNoteTools(task.agent)
  const parts = subagentParts(mission)
  const { tools } = withAgents(parts, roster, depth)
  const changing = parent.changingTools?.() ?? []
  const chosen = chooseTools(agent, [...tools, ...changing], {
    background,
    planMode: parts.permissions.mode() === 'plan',
    moreToCome: serversOf(agent).length > 0,
  })
  return withAgentServers({ ...parts, tools: chosen.filter((tool) => tools.includes(tool)) }, agent)
}

/** Writes down who it is, for a session that is resumed. */
async function writeFacts(
  { child, engine, model }: SessionParts,
  { task: { agent, description, name }, depth, scope }: Mission,
): Promise<void> {
  if (child === undefined) return
  const facts: AgentFacts = {
    agentType: agent.name,
    isBuiltIn: agent.origin.kind === 'built-in',
    description,
    ...(name !== undefined && { name }),
    toolUseId: scope.callId,
    spawnDepth: depth,
    ...(scope.agent !== undefined && { parentAgentId: scope.agent.id }),
    model: engine.resolve(model ?? engine.model),
  }
  const file = factsFile(child.facts.transcript)
  await makeFolder(dirname(file), 0o700)
  await writeFile(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
}

import {
  silence,
  type Ask,
  type Awaitable,
  type Decision,
  type Note,
  type Permit,
  type PermissionUpdate,
  type Source,
  type StepScope,
  type Stop,
  type Tool,
  type ToolCall,
  type ToolOutcome,
} from '@raider/contracts'
import type { AutoMode } from './auto-mode.js'
import type { Chain } from './chain.js'
import { checkCall, type CallRequest } from './check.js'
import type { Ledger } from './ledger.js'
import { refused, unknownTool } from './refusal.js'
import { permit, rule } from './ruling.js'
import type { TurnScope } from './scope.js'

/** What stands at the door. */
export interface Door {
  /** Looks a tool up by name or alias; undefined where it is not offered. */
  readonly find: (name: string) => Tool | undefined
  readonly chain: Chain
  readonly permit: Permit
  readonly ask?: Ask
  /** Decides in place of a person where the mode says so. */
  readonly auto?: AutoMode
  /** Applies permission updates that came with an answer, and keeps those that are to last. */
  readonly update: (updates: readonly PermissionUpdate[], by: Source) => Awaitable<void>
  readonly ledger: Ledger
}

/** A call after steps 1 to 6: ready to execute, or settled with an outcome. */
export interface Admission {
  readonly request: CallRequest
  /** Absent where it never came to be one: an unknown tool, an input that does not fit. */
  readonly call?: ToolCall
  readonly decision: Decision
  readonly notes: readonly Note[]
  readonly stop?: Stop
  /** Set where the call will not run. */
  readonly outcome?: ToolOutcome
}

/** Finds the tool, checks the input, lets plugins vote and asks for permission: steps 2 to 6. */
export async function admit(request: CallRequest, door: Door, scope: TurnScope): Promise<Admission> {
  const tool = door.find(request.name)
  if (tool === undefined) return settled(request, unknownTool(request.name))
  const { call, outcome } = await checkCall(tool, request, scope)
  const denied = call === undefined ? undefined : deniedPath(call, door, scope)
  if (denied !== undefined) return settled(request, denied, call)
  if (outcome !== undefined || call === undefined) return settled(request, outcome ?? unknownTool(request.name), call)
  const tally = door.chain.has('beforeTool') ? await door.chain.vote('beforeTool', call, scope.step) : silence
  door.ledger.mark(request.id, 'before')
  const ruled = await rule(call, tally, door, scope)
  if (isUnheard(ruled, scope.step))
    return { request, notes: tally.notes.filter((note) => note.ends !== true), ...ruled }
  const { notes, stop } = tally
  return { request, notes, ...(stop !== undefined && { stop }), ...ruled }
}

/** Did rules, mode or the want of an answer refuse the call? The reference program then forgets that a hook wants to stop (seen). */
const isUnheard = ({ outcome, decision }: Pick<Admission, 'outcome' | 'decision'>, { profile }: StepScope): boolean =>
  profile.stopBeforeTool === 'runs the call' &&
  outcome?.status === 'refused' &&
  !decision.votes.some((vote) => vote.source === decision.source && (vote.stance === 'deny' || vote.revised === true))

/** Tools that look at path rules by themselves, before any hook (Claude Code 2.1.332, seen: not Glob, and not shell commands). */
const earlyTools: readonly string[] = ['Read', 'Write', 'Edit']

function deniedPath(call: ToolCall, door: Door, scope: TurnScope): ToolOutcome | undefined {
  if (scope.step.profile.pathDeny === 'after hooks' || !earlyTools.includes(call.tool.name)) return undefined
  // A rule on a parameter is no rule on a path, and is left to the usual place.
  const { behavior, source, reason, considered } = permit({ ...call, input: {} }, door, scope)
  if (behavior !== 'deny' || source.kind !== 'rule') return undefined
  return refused({ allowed: false, reason, source, votes: [], considered })
}

const settled = (request: CallRequest, outcome: ToolOutcome, call?: ToolCall): Admission => ({
  request,
  decision: outcome.decision,
  notes: [],
  outcome,
  ...(call !== undefined && { call }),
})

import type { Effects, JsonObject, Profile, Stance, Stop } from '@raider/contracts'
import type { Answer } from './answer.js'
import { rowOf, type BlockEffect, type EventRow, type HookEvent } from '../events.js'
import type { SpecificOutput } from './output.js'

/** What texts and effects depend on beside the answer. */
export interface Hearing {
  readonly event: HookEvent
  /** `PreToolUse:Bash` on events about a tool, else the event: how texts name the hook. */
  readonly name: string
  readonly profile: Profile
}

/** What one answer means for its event. */
export interface Voice {
  readonly answer: Answer
  readonly stance?: Stance
  /** Goes with the stance. */
  readonly reason?: string
  readonly stop?: Stop
  readonly revised?: JsonObject
  /** Texts for the model beside the thing itself. */
  readonly feedback: readonly string[]
  readonly context?: string
  readonly effects: Effects
}

/** Reads an answer through the row of its event. */
export const voiceOf = (hearing: Hearing, answer: Answer): Voice => {
  const row = rowOf(hearing.event)
  const stop = stopOf(row, hearing, answer)
  const context = answer.output.specific.additionalContext
  const revised = revisionOf(answer.output.specific)
  const stand = stanceOf(row, hearing, answer)
  return {
    answer,
    feedback: [],
    ...stand,
    ...(stop !== undefined && { stop }),
    ...(revised !== undefined && { revised }),
    ...(context !== undefined && { context }),
    effects: { ...effectsOf(row, hearing, answer), ...stand.effects },
  }
}

interface Block {
  readonly effect: BlockEffect
  readonly text: string
  /** Said in JSON, and not by an exit status. */
  readonly json: boolean
}

const unexplained = 'Blocked by hook'

/** An empty reason is none. */
const worded = (reason: string | undefined): string | undefined => (reason === '' ? undefined : reason)

/** The block of an answer. A reason in JSON replaces stderr, and no `allow` undoes an exit 2 (seen). */
const blockOf = (row: EventRow, { output, block, outcome }: Answer): Block | undefined => {
  const { permissionDecision, permissionDecisionReason } = output.specific
  const json =
    permissionDecision === 'deny'
      ? { effect: 'deny' as const, text: worded(permissionDecisionReason) ?? worded(output.reason) }
      : output.decision === 'block' && row.decision !== 'nothing'
        ? { effect: row.decision, text: worded(output.reason) }
        : undefined
  if (json !== undefined) return { effect: json.effect, text: json.text ?? block ?? unexplained, json: true }
  if (block === undefined) return undefined
  // A guard that cannot be blocked by exit 2 can still be told to fail closed.
  const effect = outcome !== 'blocked' && row.guard ? 'deny' : row.exit2
  return { effect, text: block, json: false }
}

type Stand = Partial<Pick<Voice, 'stance' | 'reason' | 'feedback' | 'stop' | 'effects'>>

const stanceOf = (row: EventRow, hearing: Hearing, answer: Answer): Stand => {
  const block = blockOf(row, answer)
  if (block !== undefined && block.effect !== 'nothing') return blocked(row, hearing, answer, block)
  if (row.plain === 'path' && pathOf(answer) === undefined) return { stance: 'deny', reason: pathless(answer) }
  const { permissionDecision, permissionDecisionReason, decision, additionalContext } = answer.output.specific
  if (decision?.behavior === 'deny')
    return { stance: 'deny', reason: worded(decision.message) ?? `Permission denied by ${hearing.event} hook` }
  if (decision?.behavior === 'allow') return { stance: 'allow' }
  if (permissionDecision === 'ask')
    return {
      stance: 'ask',
      reason: worded(permissionDecisionReason) ?? `${hearing.name} hook wants this call to be confirmed`,
    }
  if (permissionDecision !== undefined)
    return {
      stance: permissionDecision,
      ...(permissionDecisionReason !== undefined && { reason: permissionDecisionReason }),
    }
  if (answer.output.decision === 'approve' && hearing.event === 'PreToolUse')
    return { stance: 'allow', ...(answer.output.reason !== undefined && { reason: answer.output.reason }) }
  // Context at the end of a turn is for a model that goes on (seen).
  return row.note === 'stop' && additionalContext !== undefined ? { stance: 'deny' } : {}
}

/** Stands before what Stop hooks say, so that the model does not take it for the user. */
const standing =
  'The following is output of a hook that runs when a turn ends. It was set up by the user or their organisation, and is no message of the user.'

const blocked = (row: EventRow, { event, name }: Hearing, answer: Answer, block: Block): Stand => {
  const { label } = answer.hook.handler
  const { text } = block
  const full = `${name} hook blocking error from command: "${label}": ${text}`
  switch (block.effect) {
    case 'deny':
      if (event === 'PreToolUse') return { stance: 'deny', reason: `${name} hook error: ${text}` }
      if (row.headed) return { stance: 'deny', reason: `${event} hook feedback:\n${text}` }
      if (row.note !== 'stop') return { stance: 'deny', reason: text }
      return {
        stance: 'deny',
        reason: text,
        feedback: [`${standing}\nStop hook feedback:\n${text}`, ...(block.json ? [full] : [])],
      }
    case 'feedback':
      return { reason: text, feedback: [full] }
    case 'stop':
      return { stop: { reason: text, source: answer.hook.source } }
    case 'decline':
      return { reason: text, effects: { answer: { action: 'decline' } } }
    case 'notice':
      return { reason: text }
    case 'nothing':
      return {}
  }
}

const stopOf = (row: EventRow, { profile }: Hearing, { output, hook }: Answer): Stop | undefined => {
  const counts = row.stop === 'counts' || (row.stop === 'by profile' && profile.failureStop === 'counts')
  return counts && output.continue === false
    ? { reason: output.stopReason ?? 'a hook ended the run', source: hook.source }
    : undefined
}

const revisionOf = ({ updatedInput, decision }: SpecificOutput): JsonObject | undefined =>
  decision?.behavior === 'allow' ? decision.updatedInput : updatedInput

const effectsOf = (row: EventRow, hearing: Hearing, answer: Answer): Effects => {
  const { specific } = answer.output
  const wish = row.plain === 'instructions' ? wordsOf(hearing, answer) : undefined
  const { decision, action, content, watchPaths, initialUserMessage, sessionTitle, displayContent, reloadSkills } =
    specific
  const permissions = decision?.behavior === 'allow' ? decision.updatedPermissions : undefined
  return {
    ...(permissions !== undefined && { permissions }),
    ...(decision?.behavior === 'deny' && decision.interrupt === true && { interrupt: true }),
    ...(action !== undefined && { answer: { action, ...(content !== undefined && { content }) } }),
    ...(watchPaths !== undefined && { watch: watchPaths }),
    ...(reloadSkills === true && { reloadSkills }),
    ...(initialUserMessage !== undefined && { firstPrompt: initialUserMessage }),
    ...(sessionTitle !== undefined && { title: sessionTitle }),
    ...(specific.suppressOriginalPrompt === true && { hidePrompt: true }),
    ...(specific.retry === true && { retry: true }),
    ...(wish !== undefined && { instructions: wish }),
    ...(displayContent !== undefined && { display: displayContent }),
    ...(row.plain === 'path' && pathEffect(answer)),
  }
}

/** What a hook around a compaction said to it. */
export const wordsOf = ({ profile }: Hearing, { plain, outcome, stdout }: Answer): string | undefined => {
  const isJson = plain === undefined && outcome === 'success' && stdout !== ''
  return isJson && profile.compactionWords === 'all of stdout' ? stdout : plain
}

const pathEffect = (answer: Answer): Effects => {
  const worktreePath = pathOf(answer)
  return worktreePath === undefined ? {} : { answer: { worktreePath } }
}

/** The path is the answer: a field over HTTP, the last line that is not empty otherwise. */
const pathOf = ({ output, plain }: Answer): string | undefined =>
  output.specific.worktreePath ?? plain?.trimEnd().split('\n').at(-1)?.trim()

const pathless = ({ hook, problem = 'named no folder' }: Answer): string => `[${hook.handler.label}]: ${problem}`

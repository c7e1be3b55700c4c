import {
  strictest,
  type Effects,
  type Note,
  type Source,
  type Stance,
  type Verdict,
  type Vote,
} from '@raider/contracts'
import type { Answer } from './answer.js'
import { rowOf, type EventRow } from '../events.js'
import { voiceOf, wordsOf, type Hearing, type Voice } from './voice.js'

/** What all hooks of one firing say together. */
export interface Folded extends Verdict {
  readonly notes: readonly Note[]
  readonly effects: Effects
  readonly votes: readonly Vote[]
  /** A replacement of the tool's output, where a hook gave one; `mcp`: it counts for MCP tools only. */
  readonly output?: { readonly value: unknown; readonly mcp: boolean; readonly source: Source }
}

/** What notes carry beside their text. */
interface NoteStamp {
  readonly newId: () => string
  readonly callId?: string
  /** Name in the texts of plain stdout, where it differs (`SessionStart:startup`). */
  readonly plainName?: string
}

/**
 * Merges the answers of one firing, given in the order in which they count. Pure. The strictest stance wins; a deny is never
 * undone by anything that another hook says.
 */
export const fold = (hearing: Hearing, answers: readonly Answer[], stamp: NoteStamp): Folded => {
  const voices = answers.map((answer) => voiceOf(hearing, answer))
  const row = rowOf(hearing.event)
  const stop = voices.find((voice) => voice.stop !== undefined)?.stop
  // The end of a run beats the wish that the turn goes on (seen).
  const stance = stop !== undefined && row.note === 'stop' ? undefined : stanceOf(hearing, voices)
  const deciders = decidersOf(hearing, voices, stance)
  // What sends a model on reaches it as notes, which say whose words they are; a reason beside them would be said twice.
  const reason = row.note === 'stop' ? undefined : reasonOf(hearing, deciders, stance)
  const revised = revisionOf(hearing, voices, deciders)
  const output = outputOf(voices)
  const speaker = deciders[0] ?? voices.find((voice) => voice.context !== undefined) ?? voices[0]
  return {
    source: speaker === undefined ? { kind: 'plugin', name: 'claude-hooks' } : speaker.answer.hook.source,
    ...(stance !== undefined && { stance }),
    ...(reason !== undefined && { reason }),
    ...(stop !== undefined && { stop }),
    ...(revised !== undefined && { revised }),
    ...(output !== undefined && { output }),
    notes: notesOf(hearing, voices, stamp),
    effects: mergeEffects(speakers(row, voices, deciders).map((voice) => voice.effects)),
    votes: voices.map(voteOf),
  }
}

/** Does the answer that came first count alone? So it is with permission requests in the order of completion (seen). */
const firstAlone = ({ event, profile }: Hearing): boolean =>
  rowOf(event).step === 'beforeAsk' && profile.hookOrder === 'completion'

const stanceOf = (hearing: Hearing, voices: readonly Voice[]): Stance | undefined => {
  const stances = voices.map((voice) => voice.stance)
  return firstAlone(hearing) ? stances.find((stance) => stance !== undefined) : strictest(stances)
}

const decidersOf = (hearing: Hearing, voices: readonly Voice[], stance: Stance | undefined): readonly Voice[] => {
  const deciders = stance === undefined ? [] : voices.filter((voice) => voice.stance === stance)
  return firstAlone(hearing) ? deciders.slice(0, 1) : deciders
}

const reasonOf = (
  { event, profile }: Hearing,
  deciders: readonly Voice[],
  stance: Stance | undefined,
): string | undefined => {
  const reasons = deciders.flatMap((voice) => (voice.reason === undefined ? [] : [voice.reason]))
  if (reasons.length === 0) return undefined
  if (stance !== 'deny') return reasons[0]
  return profile.denyReasons === 'all' || rowOf(event).headed ? [...new Set(reasons)].join('\n') : reasons.at(-1)
}

/** The last one counts; of an answer to a permission request only with the decision it belongs to. */
const revisionOf = ({ event }: Hearing, voices: readonly Voice[], deciders: readonly Voice[]) =>
  (rowOf(event).step === 'beforeAsk' ? deciders : voices).findLast((voice) => voice.revised !== undefined)?.revised

const outputOf = (voices: readonly Voice[]): Folded['output'] => {
  for (const { answer } of voices.toReversed()) {
    const { specific } = answer.output
    const { source } = answer.hook
    if ('updatedToolOutput' in specific) return { value: specific.updatedToolOutput, mcp: false, source }
    if ('updatedMCPToolOutput' in specific) return { value: specific.updatedMCPToolOutput, mcp: true, source }
  }
  return undefined
}

const voteOf = ({ answer, stance, reason, stop, revised }: Voice): Vote => ({
  source: answer.hook.source,
  ...(stance !== undefined && { stance }),
  ...(reason !== undefined && { reason }),
  ...(stop !== undefined && { stop }),
  ...(revised !== undefined && { revised: true }),
})

/** Whose effects count, those that win last: of several paths the first is taken (seen). */
const speakers = (row: EventRow, voices: readonly Voice[], deciders: readonly Voice[]): readonly Voice[] => {
  if (row.plain === 'path') return voices.toReversed()
  return row.step === 'beforeAsk' ? deciders : voices
}

/** Later values win, lists are joined, and what refuses is never overruled by what does not. */
const mergeEffects = (all: readonly Effects[]): Effects => {
  const merged: Effects = Object.assign({}, ...all)
  const permissions = all.flatMap((effects) => effects.permissions ?? [])
  const instructions = all.flatMap((effects) => effects.instructions ?? [])
  const watch = all.some((effects) => effects.watch !== undefined)
  const declined = all.find((effects) => effects.answer?.['action'] === 'decline')?.answer
  return {
    ...merged,
    ...(permissions.length > 0 && { permissions }),
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    ...(watch && { watch: all.flatMap((effects) => effects.watch ?? []) }),
    ...(declined !== undefined && { answer: declined }),
  }
}

/** Plain texts first, each for itself, then what blocks, then all contexts under one header (order seen). */
const notesOf = (hearing: Hearing, voices: readonly Voice[], stamp: NoteStamp): readonly Note[] => {
  const { event, name } = hearing
  const row = rowOf(event)
  const { newId, callId, plainName = name } = stamp
  const note = (text: string, ...from: readonly [Voice, ...Voice[]]): Note => ({
    id: newId(),
    kind: row.note,
    text,
    source: joinSources(from),
    ...(callId !== undefined && { callId }),
  })
  const plain =
    row.plain === 'context'
      ? voices.flatMap((voice) =>
          voice.answer.plain === undefined ? [] : [note(`${plainName} hook success: ${voice.answer.plain}`, voice)],
        )
      : []
  const echoes = row.echo ? voices.flatMap((voice) => echoOf(hearing, voice).map((text) => note(text, voice))) : []
  const stopper = voices.find((voice) => voice.stop !== undefined)
  const feedback =
    stopper === undefined ? voices.flatMap((voice) => voice.feedback.map((text) => note(text, voice))) : []
  const [speaker, ...others] = voices.filter((voice) => voice.context !== undefined)
  const contexts = [speaker, ...others].map((voice) => voice?.context).join('\n')
  return [
    ...plain,
    ...echoes,
    ...feedback,
    ...(speaker === undefined ? [] : [note(`${name} hook additional context: ${contexts}`, speaker, ...others)]),
    ...(stopper?.stop !== undefined
      ? [{ ...note(`${name} hook stopped continuation: ${stopper.stop.reason}`, stopper), ends: true as const }]
      : []),
  ]
}

/** What came of a hook, for those who asked for what it was told of; nothing where it was silent. */
const echoOf = (hearing: Hearing, { answer }: Voice): readonly string[] => {
  const { hook, block, problem, output } = answer
  const objection = block ?? (output.decision === 'block' ? output.reason : undefined) ?? problem
  const words = objection ?? wordsOf(hearing, answer)
  if (words === undefined) return []
  return [
    `${hearing.event} [${hook.handler.label}] ${objection === undefined ? 'completed' : 'objected or failed'}: ${words}`,
  ]
}

/** One source for a text that several hooks wrote: all of their names, at the place of the first. */
const joinSources = ([first, ...others]: readonly [Voice, ...Voice[]]): Source => {
  const { source } = first.answer.hook
  const names = [source, ...others.map((voice) => voice.answer.hook.source)].map(({ name }) => name)
  return { ...source, name: names.join(' + ') }
}

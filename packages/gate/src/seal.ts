import {
  isReminder,
  messageOf,
  renderNote,
  sortNotes,
  text,
  type CallEnding,
  type Content,
  type Profile,
  type SealedCall,
  type Stop,
  type ToolOutcome,
} from '@raider/contracts'
import type { Admission, Door } from './admission.js'
import { errorResult } from './refusal.js'
import { closingMs, type TurnScope } from './scope.js'

/** A sealed call, and the wish to stop that came up on the way. */
interface Sealed {
  readonly call: SealedCall
  readonly stop?: Stop
  readonly interrupt: boolean
}

/** The content a model gets: the bare result, followed by its notes where the profile puts them inside. */
export const sealedContent = (call: Pick<SealedCall, 'result' | 'notes'>, profile: Profile): readonly Content[] =>
  profile.notePlace === 'inside the result' && call.notes.length > 0
    ? [...call.result.content, ...call.notes.filter(isReminder).map((note) => text(renderNote(note)))]
    : call.result.content

/** Folds and seals an ended call: steps 8 and 9. A deferred call stays open in the ledger for the resume. */
export async function seal(admission: Admission, outcome: ToolOutcome, door: Door, scope: TurnScope): Promise<Sealed> {
  const ending = await fold(admission, outcome, door, scope)
  const { request } = admission
  const call: SealedCall = {
    id: request.id,
    name: admission.call?.tool.name ?? request.name,
    ...(admission.call !== undefined && admission.call.tool.name !== request.name && { calledAs: request.name }),
    original: ending.call.original,
    status: outcome.status,
    decision: outcome.decision,
    result: ending.result,
    notes: sortNotes(ending.notes),
    ...(outcome.error !== undefined && { error: outcome.error }),
  }
  door.ledger.close(call)
  if (outcome.status !== 'deferred') await announce(call, outcome, scope)
  return { call, interrupt: outcome.interrupt === true, ...(ending.stop !== undefined && { stop: ending.stop }) }
}

async function fold(admission: Admission, outcome: ToolOutcome, door: Door, scope: TurnScope): Promise<CallEnding> {
  const { request, notes, stop } = admission
  const ending: CallEnding = {
    call: admission.call ?? unseenCall(request),
    outcome,
    result: outcome.result,
    notes,
    ...(stop !== undefined && { stop }),
  }
  if (outcome.status === 'deferred') return ending
  const { signal } = scope.step
  // What was cancelled still passes its closing steps, under a signal of their own.
  const step = signal.aborted ? scope.withSignal(AbortSignal.timeout(closingMs)) : scope.step
  let isWhole = true
  const withhold = (kept: CallEnding, error: string): CallEnding => {
    isWhole = false
    return { ...kept, result: errorResult(error) }
  }
  const folded = door.chain.has('afterTool') ? await door.chain.fold('afterTool', ending, step, withhold) : ending
  // A guard that failed has not seen the call: that is a gap in the coverage.
  if (isWhole) door.ledger.mark(request.id, 'after')
  await settle(admission, outcome, scope)
  return folded
}

/** Lets the tool see what hooks made of its work, such as a formatter of the file it wrote. */
async function settle({ call }: Admission, { status }: ToolOutcome, scope: TurnScope): Promise<void> {
  if (status !== 'ok' || call?.tool.settle === undefined) return
  try {
    await call.tool.settle(call.input, { ...scope.forCall(call.id, scope.step.signal), given: call.given })
  } catch (error) {
    const text = `Tool "${call.tool.name}" failed to settle: ${messageOf(error)}`
    await scope.step.emit({ type: 'notice', level: 'warning', text })
  }
}

const unseenCall = ({ id, name, input }: Admission['request']): CallEnding['call'] => {
  const original =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : { value: input }
  return { id, name, original, given: original, input: original, touches: [] }
}

function announce(call: SealedCall, outcome: ToolOutcome, scope: TurnScope): void | Promise<void> {
  return scope.step.emit({
    type: 'tool-result',
    id: call.id,
    name: call.name,
    status: call.status,
    content: sealedContent(call, scope.step.profile),
    isError: call.result.isError,
    ...(call.result.structured !== undefined && { structured: call.result.structured }),
    notes: call.notes,
    decision: call.decision,
    ...(outcome.durationMs !== undefined && { durationMs: outcome.durationMs }),
  })
}

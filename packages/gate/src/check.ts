import {
  isObject,
  type Decision,
  type JsonObject,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  type Vote,
} from '@raider/contracts'
import { decodeInput, withoutUnknown } from './decode.js'
import { invalidInput, objected, undecided } from './refusal.js'
import type { TurnScope } from './scope.js'

/** A call as the model asked for it. */
export interface CallRequest {
  readonly id: string
  readonly name: string
  /** The decoded arguments, or their raw text where they could not be decoded. */
  readonly input: unknown
}

/** A valid call, or why it is none. What came to be known of the call by then stands beside the outcome. */
interface Checked {
  readonly call?: ToolCall
  readonly outcome?: ToolOutcome
}

/** Holds what the model wrote against schema and tool: steps 2 to 4. */
export function checkCall(tool: Tool, request: CallRequest, scope: TurnScope): Promise<Checked> {
  return check(tool, request, request.input, scope, { decision: undecided })
}

/** The same for the input that a voter or the host put in place of a call's own; the call itself where nobody did. */
export async function reviseCall(
  call: ToolCall,
  revised: JsonObject | undefined,
  votes: readonly Vote[],
  scope: TurnScope,
): Promise<Checked> {
  if (revised === undefined) return { call }
  const by = votes.findLast((vote) => vote.revised === true)?.source
  const blame = by === undefined ? '' : `\nThe input had been replaced by ${by.kind} ${by.name}.`
  const decision: Decision = { allowed: false, votes, considered: [], ...(by !== undefined && { source: by }) }
  // What the tool does not know is dropped, as the reference program drops it (2.1.332, seen): a hook may pass on fields of its own.
  const known = withoutUnknown(call.tool, revised)
  const { call: valid, outcome } = await check(call.tool, call, known, scope, { decision, blame })
  // The model wrote a valid input, so what is wrong now is a refusal and not its mistake.
  if (outcome !== undefined) return { call, outcome: { ...outcome, status: 'refused' } }
  // Nobody has spelled this input out but the voter: results name paths in their full form.
  return valid === undefined ? {} : { call: { ...valid, given: valid.input } }
}

/** Who answers for an input that does not fit. */
interface Answering {
  readonly decision: Decision
  readonly blame?: string
}

async function check(
  tool: Tool,
  { id, name, original }: Pick<ToolCall, 'id' | 'name'> & Partial<Pick<ToolCall, 'original'>>,
  written: unknown,
  scope: TurnScope,
  { decision, blame = '' }: Answering,
): Promise<Checked> {
  const decoded = await decodeInput(tool, written)
  if (!decoded.ok) return { outcome: invalidInput(tool.name, decoded.issues, decision, blame) }
  const isOfModel = original === undefined
  const given = (isOfModel ? tool.tidy?.(decoded.value) : undefined) ?? decoded.value
  const cwd = scope.step.cwd()
  const input = tool.normalize?.(given, cwd) ?? given
  const call: ToolCall = {
    id,
    tool,
    name,
    original: original ?? { ...given, ...spellings(tool, written) },
    given,
    input,
    touches: tool.touches?.(input, cwd) ?? [],
  }
  const objection = await tool.check?.(input, { ...scope.forCall(id, scope.step.signal), given })
  return objection === undefined ? { call } : { call, outcome: objected(objection.message, decision) }
}

/** The fields that hooks on the whole batch get as they were written, other names of parameters among them. */
function spellings({ keepsSpelling = [], otherNames = {} }: Tool, written: unknown): JsonObject {
  if (!isObject(written)) return {}
  const fields = [...keepsSpelling, ...Object.keys(otherNames)]
  return Object.fromEntries(fields.flatMap((field) => (field in written ? [[field, written[field]]] : [])))
}

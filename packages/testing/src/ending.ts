import type { CallEnding, CallStatus, Content, JsonObject, Touch } from '@raider/contracts'

/** The call whose ending is made up. */
export interface EndingOptions {
  /** Default `call-1`. */
  readonly id?: string
  /** Default `Read`. */
  readonly name?: string
  readonly input?: JsonObject
  readonly touches?: readonly Touch[]
  /** Default `ok`; every other status has an error result. */
  readonly status?: CallStatus
  readonly content?: readonly Content[]
}

/** A call that ended, as `afterTool` steps get it. */
export function createCallEnding(options: EndingOptions = {}): CallEnding {
  const { id = 'call-1', name = 'Read', input = {}, touches = [], status = 'ok', content = [] } = options
  const result = { content, isError: status !== 'ok' }
  const decision = { allowed: status !== 'refused', votes: [], considered: [] }
  return {
    call: { id, name, original: input, given: input, input, touches },
    outcome: { status, result, decision, ...(status !== 'ok' && { error: status }) },
    result,
    notes: [],
  }
}

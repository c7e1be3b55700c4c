import {
  cancelReason,
  isToolFailure,
  messageOf,
  text,
  type CallScope,
  type Content,
  type Decision,
  type ToolCall,
  type ToolOutcome,
} from '@raider/contracts'
import { cancelled } from './refusal.js'

/** Milliseconds a tool has to end after its signal aborted; then the gate goes on without it. */
const graceMs = 3_000

/** Runs an admitted call: step 7. Never rejects. */
export async function execute(call: ToolCall, decision: Decision, scope: CallScope): Promise<ToolOutcome> {
  const start = performance.now()
  try {
    const structured = await untilAbandoned(call.tool.run(call.input, scope), scope.signal)
    const content = call.tool.render?.(structured, call.input) ?? defaultContent(structured)
    return {
      status: 'ok',
      result: { content, isError: false, ...(structured !== undefined && { structured }) },
      durationMs: Math.round(performance.now() - start),
      decision,
    }
  } catch (error) {
    const durationMs = Math.round(performance.now() - start)
    if (scope.signal.aborted) return { ...cancelled(cancelReason(scope.signal), decision, true), durationMs }
    const message = messageOf(error)
    const content = (isToolFailure(error) ? error.content : undefined) ?? [text(message)]
    return { status: 'failed', error: message, result: { content, isError: true }, durationMs, decision }
  }
}

const defaultContent = (structured: unknown): readonly Content[] =>
  structured === undefined ? [] : [text(typeof structured === 'string' ? structured : JSON.stringify(structured))]

/** Waits for a tool, but not longer than the grace after an abort: a tool that ignores its signal cannot hold the run. */
async function untilAbandoned<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const abandoned = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(new Error('The tool did not end after its cancellation')), graceMs)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([running, abandoned])
  } finally {
    clearTimeout(timer)
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
  }
}

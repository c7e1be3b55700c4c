import { text, type Engine, type EngineEvent, type ModelRequest } from '@raider/contracts'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** How the provider answers one request. */
export type Answer =
  /** Closes the connection without a word, as after a long pause. */
  | 'drop'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly error?: object | string }
  | {
      readonly events: readonly object[]
      /** Sends byte by byte. */
      readonly bytewise?: boolean
      /** What happens after the events; by default the answer ends. `reset` closes the connection, `abort` breaks it (RST). */
      readonly after?: 'hang' | 'reset' | 'abort'
    }

/** A Messages API on a local port, for tests. */
export interface Provider {
  readonly url: string
  readonly requests: {
    readonly headers: IncomingHttpHeaders
    readonly body: string
    readonly fromPort: number | undefined
  }[]
  close(): Promise<void>
}

/** A provider that gives `answers` in turn and lives as long as the test. */
export const provide = async (...answers: readonly Answer[]): Promise<Provider> => {
  const requests: Provider['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = answers[requests.length] ?? { status: 500, error: 'no answer left' }
      requests.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        fromPort: request.socket.remotePort,
      })
      void give(answer, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

const give = async (answer: Answer, response: ServerResponse): Promise<void> => {
  if (answer === 'drop') {
    response.destroy()
    return
  }
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(typeof answer.error === 'string' ? answer.error : JSON.stringify(answer.error ?? {}))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const bytes = Buffer.from(answer.events.map((event) => sse(event)).join(''))
  const step = answer.bytewise === true ? 1 : bytes.length
  for (let at = 0; at < bytes.length; at += step) {
    await new Promise((resolve) => response.write(bytes.subarray(at, at + step), resolve))
  }
  if (answer.after === 'reset') response.destroy()
  else if (answer.after === 'abort') response.socket?.resetAndDestroy()
  else if (answer.after === undefined) response.end()
}

const sse = (event: object): string =>
  `event: ${'type' in event ? String(event.type) : 'x'}\ndata: ${JSON.stringify(event)}\n\n`

/** The raw events of a whole reply. */
export const replyEvents = (blocks: readonly object[], stopReason = 'end_turn'): readonly object[] => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      model: 'claude-test-1',
      usage: { input_tokens: 7, cache_read_input_tokens: 5, output_tokens: 1 },
    },
  },
  ...blocks,
  { type: 'message_delta', delta: { stop_reason: stopReason }, usage: { output_tokens: 9, input_tokens: null } },
  { type: 'message_stop' },
]

/** The raw events of one text block. */
export const textEvents = (value: string, index = 0): readonly object[] => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...Array.from(value, (letter) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'text_delta', text: letter },
  })),
  { type: 'content_block_stop', index },
]

/** An answer that says `value`. */
export const saying = (value: string): Answer => ({ events: replyEvents(textEvents(value)) })

/** A request of one user message. */
export const asking = (value: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  agent: 'main',
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [text(value)] }],
  ...more,
})

/** All events of one request. */
export const told = async (
  engine: Engine,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<EngineEvent[]> => {
  const events: EngineEvent[] = []
  for await (const event of engine.stream(request, signal)) events.push(event)
  return events
}

import type { IncomingMessage, RequestOptions } from 'node:http'

/** One request, as `fetch` takes it. */
interface Post {
  readonly method: 'POST'
  /** Names in lower case. */
  readonly headers: Record<string, string>
  readonly body: Buffer
  readonly signal: AbortSignal
}

/** The part of a `Response` that is looked at. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly body: AsyncIterable<Uint8Array> | null
  text(): Promise<string>
}

/** Sends one request. Rejects where nothing was answered. */
type Connection = (url: string, post: Post) => Promise<Answer>

/**
 * Requests to one place over a keep-alive agent of `node:http` or `node:https`: less than half the processor time of the
 * global `fetch`, whose web streams cost more than everything else in a turn, and none of the time that it takes to load.
 * `idleMs` is the longest silence.
 */
export const createConnection = (protocol: string, idleMs: number): Connection => {
  // Imported as an ES module it would evaluate all that it exports, which in newer Nodes is the whole of undici.
  const http = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
  const agent = new http.Agent({ keepAlive: true })

  const send = (url: string, options: RequestOptions, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      let answer: IncomingMessage | undefined
      const request = http.request(url, { ...options, agent }, (message) => resolve((answer = message)))
      // Once the answer has begun it is its reader who has to hear of what ends it.
      request.setTimeout(idleMs, () => (answer ?? request).destroy(silence(idleMs)))
      request.on('error', (error) => {
        // A kept connection was closed while the request went out: nothing was answered, a new one will do.
        if (answer === undefined && request.reusedSocket && isReset(error))
          send(url, options, body).then(resolve, reject)
        else reject(error)
      })
      request.end(body)
    })

  return async (url, { method, headers, body, signal }) => {
    const options = { method, headers: { ...headers, 'content-length': body.length }, signal }
    return answerOf(await send(url, options, body))
  }
}

/** A `fetch` of the host as connection; `silenceMs` is how long it may take until the provider begins to answer. */
export const withTimeLimit =
  (send: typeof fetch, silenceMs: number): Connection =>
  async (url, post) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(silence(silenceMs)), silenceMs)
    try {
      return await send(url, { ...post, signal: AbortSignal.any([post.signal, limit.signal]) })
    } finally {
      clearTimeout(timer)
    }
  }

const silence = (ms: number): Error => new Error(`nothing was received for ${ms} ms`)

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

const answerOf = (message: IncomingMessage): Answer => {
  const { statusCode: status = 502, headers } = message
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    body: message,
    text: () => startOf(message),
  }
}

/** Error pages longer than this say nothing more. */
const longestErrorBytes = 64 * 1024

const startOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size >= longestErrorBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, longestErrorBytes)
}

import type { IncomingMessage, RequestOptions } from 'node:http'

// Imported as an ES module, `node:http` evaluates all that it exports, which in newer Nodes is the whole of undici.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/**
 * A `fetch` for requests with bytes or text as body, over the keep-alive agents of `node:http`: less than half the
 * processor time of the global one, whose web streams cost more than everything else in a turn. The body of a good
 * answer is the message itself, an async iterable of bytes, which is all that the SDK's stream decoder asks of it.
 * `idleMs` is the longest silence.
 */
export const createConnection = (idleMs: number): typeof fetch => {
  const plain = new http.Agent({ keepAlive: true })
  const secure = new https.Agent({ keepAlive: true })

  const send = (url: URL, options: RequestOptions, body: Uint8Array): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request =
        url.protocol === 'https:'
          ? https.request(url, { ...options, agent: secure }, resolve)
          : http.request(url, { ...options, agent: plain }, resolve)
      request.setTimeout(idleMs, () => request.destroy(new Error(`nothing was received for ${idleMs} ms`)))
      request.on('error', (error) => {
        // A kept connection was closed while the request went out: nothing was answered, a new one will do.
        if (request.reusedSocket && isReset(error)) send(url, options, body).then(resolve, reject)
        else reject(error)
      })
      request.end(body)
    })

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body =
      init.body instanceof Uint8Array ? init.body : Buffer.from(typeof init.body === 'string' ? init.body : '')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'content-length': body.length }
    const signal = init.signal ?? undefined
    const message = await send(url, { method: init.method ?? 'POST', headers, ...(signal && { signal }) }, body)
    return responseOf(message)
  }
}

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

const responseOf = async (message: IncomingMessage): Promise<Response> => {
  const status = message.statusCode ?? 502
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  if (status >= 200 && status < 300) {
    return Object.defineProperty(new Response(null, { status, headers }), 'body', { value: message })
  }
  return new Response(await errorText(message), { status: Math.max(status, 400), headers })
}

/** Error pages longer than this say nothing more. */
const longestErrorBytes = 64 * 1024

const errorText = async (message: IncomingMessage): Promise<string> => {
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

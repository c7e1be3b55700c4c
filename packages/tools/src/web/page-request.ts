import http from 'node:http'
import https from 'node:https'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ToolFailure } from '@raider/contracts'
import { publicLookup, refusePrivateName } from './public-lookup.js'

/** What a server answered. */
export interface PageAnswer {
  readonly code: number
  readonly codeText: string
  /** Media type without its parameters, lower case. */
  readonly type: string
  readonly body: Buffer
  /** Where the page lies by the server's word, for a redirect. */
  readonly location?: string
}

/** Bytes of a page, unpacked. */
const maxPageBytes = 10 * 1024 * 1024
/** Milliseconds that a page may take. */
const timeoutMs = 60_000

/**
 * Gets one page and follows no redirect. Private hosts are refused unless `mayBePrivate`. Throws `ToolFailure` for a page that is
 * too long, and whatever the network throws.
 */
export const requestPage = async (url: URL, mayBePrivate: boolean, signal: AbortSignal): Promise<PageAnswer> => {
  if (!mayBePrivate) refusePrivateName(url.hostname)
  // Not AbortSignal.timeout: in Node 20 one that only AbortSignal.any knows can be collected before it fires.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`${url.href} took longer than a minute`)), timeoutMs)
  try {
    return await load(url, {
      signal: AbortSignal.any([signal, limit.signal]),
      headers: {
        Accept: 'text/markdown, text/html, */*',
        'Accept-Encoding': 'gzip, deflate, br',
        'User-Agent': 'raider',
      },
      ...(!mayBePrivate && { lookup: publicLookup }),
    })
  } finally {
    clearTimeout(timer)
  }
}

const load = async (url: URL, options: http.RequestOptions): Promise<PageAnswer> => {
  const response = await answerTo(url, options)
  const { statusCode: code = 0, statusMessage: codeText = '', headers } = response
  const { location } = headers
  const type = (headers['content-type'] ?? 'text/plain').split(';', 1)[0] ?? ''
  const body = await bodyOf(response)
  return { code, codeText, type: type.trim().toLowerCase(), body, ...(location !== undefined && { location }) }
}

const answerTo = (url: URL, options: http.RequestOptions): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    client.get(url, options, resolve).on('error', reject)
  })

/** The whole body, unpacked as it comes, so that a small packed page cannot fill the memory. */
const bodyOf = async (response: http.IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpacked(response)) {
    bytes += chunk.length
    if (bytes > maxPageBytes) {
      response.destroy()
      throw new ToolFailure(`The page is longer than ${maxPageBytes / 1024 / 1024} MB. Get it with curl into a file.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const unpacked = (response: http.IncomingMessage): AsyncIterable<Buffer> => {
  const unpack = unpackers.get(response.headers['content-encoding'] ?? '')?.()
  if (unpack === undefined) return response
  response.on('error', (error) => unpack.destroy(error))
  return response.pipe(unpack)
}

const unpackers: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

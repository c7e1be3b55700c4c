import type { Transport } from '@modelcontextprotocol/client'
import { isObject } from '@raider/contracts'
import { runChild } from '@raider/process'
import type { LinkedEntry, RemoteEntry, StdioEntry } from './entry.js'
import { within } from './patience.js'
import type { Sdk } from './sdk.js'
import { StdioTransport, type StdioPlace } from './stdio.js'

/** Milliseconds that a `headersHelper` may take. */
const helperTimeoutMs = 10_000

/** Makes the way to a server; it is not opened yet. Rejects where the headers cannot be made. */
export async function createTransport(
  sdk: Sdk,
  name: string,
  entry: StdioEntry | RemoteEntry | LinkedEntry,
  place: StdioPlace,
): Promise<Transport> {
  if (entry.type === 'stdio') return new StdioTransport(sdk, entry, place)
  if (entry.type === 'sdk') {
    const [ours, theirs] = sdk.InMemoryTransport.createLinkedPair()
    await entry.instance.connect(theirs as never)
    return ours
  }
  const headers = { ...entry.headers, ...(await helperHeaders(name, entry, place)) }
  const options = { requestInit: { headers } }
  return entry.type === 'http'
    ? new sdk.StreamableHTTPClientTransport(new URL(entry.url), options)
    : new sdk.SSEClientTransport(new URL(entry.url), options)
}

/** Milliseconds that a server behind a URL has to hear that its session is over. */
const farewellMs = 300

/** Tells a server over HTTP that its session is over, as the MCP specification wants it; others see their connection end. */
export async function sayFarewell(transport: Transport, signal: AbortSignal): Promise<void> {
  if (!('terminateSession' in transport)) return
  const terminate = transport.terminateSession as () => Promise<void>
  // A server that is gone, or that cannot end sessions, has nothing to be told.
  const told = terminate.call(transport).catch(() => undefined)
  await within(farewellMs, [told], signal)
}

/** Headers that the server's `headersHelper` prints. */
async function helperHeaders(
  name: string,
  { headersHelper, url }: RemoteEntry,
  { cwd, env, signal }: StdioPlace,
): Promise<Readonly<Record<string, string>>> {
  if (headersHelper === undefined) return {}
  const helper = {
    file: '/bin/sh',
    args: ['-c', headersHelper],
    cwd,
    env: { ...env, CLAUDE_CODE_MCP_SERVER_NAME: name, CLAUDE_CODE_MCP_SERVER_URL: url },
    timeoutMs: helperTimeoutMs,
  }
  const { code, ended, stdout, stderr } = await runChild(helper, signal)
  if (code !== 0) throw new Error(`headersHelper ended with ${code ?? ended}: ${stderr.trim()}`)
  const printed = parse(stdout)
  if (!isObject(printed)) throw new Error('headersHelper printed no JSON object')
  return Object.fromEntries(Object.entries(printed).map(([header, value]) => [header, String(value)]))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The caller says what is wrong.
  }
}

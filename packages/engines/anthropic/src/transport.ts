import { APIError } from '@anthropic-ai/sdk/core/error'
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import { messageOf, raiderVersion } from '@raider/contracts'
import type { AnthropicSetup } from './option.js'
import { createConnection, withTimeLimit, type Answer } from './connection.js'

/** Sends one request body and resolves with the provider's raw events; rejects with what the SDK or the network throws. */
export type Transport = (
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<AsyncIterable<RawMessageStreamEvent>>

/** What goes with each request; the version is the one that the SDK speaks (1.14.0). */
const protocolHeaders = {
  accept: 'application/json',
  'anthropic-version': '2026-10-21',
  'content-type': 'application/json',
  'user-agent': `raider/${raiderVersion}`,
}

/**
 * The Messages API over one connection. Of the official SDK it takes the decoder of event streams and the error class; its
 * client costs more time to load and to ask for the first time than everything else before a request. This file alone
 * loads the SDK.
 */
export const createTransport = (setup: AnthropicSetup): Transport => {
  const { fetch, baseUrl, timeoutMs } = setup
  const connect =
    fetch === undefined ? createConnection(new URL(baseUrl).protocol, timeoutMs) : withTimeLimit(fetch, timeoutMs)
  const url = `${baseUrl}/v1/messages`
  return async (body, proof, signal) => {
    const headers = joinHeaders(protocolHeaders, setup.headers, proof)
    const answer = await connect(url, { method: 'POST', headers, body, signal })
    if (!answer.ok) throw await errorOf(answer)
    return eventsOf(answer)
  }
}

/** Headers in one spelling, so that of equal names the last one counts. */
const joinHeaders = (...all: readonly Readonly<Record<string, string>>[]): Record<string, string> =>
  Object.fromEntries(all.flatMap(Object.entries<string>).map(([name, value]) => [name.toLowerCase(), value]))

/** The decoder and the error class look at no more of a `Response` than an answer has. */
const asResponse = (answer: Answer): Response => answer as Response

async function* eventsOf(answer: Answer): AsyncGenerator<RawMessageStreamEvent, void, undefined> {
  for await (const { event, data } of Stream.rawEvents(asResponse(answer))) {
    if (event === 'error') throw errorFrom(data, answer, undefined)
    if (event !== null && event !== 'ping' && data !== '') yield JSON.parse(data) as RawMessageStreamEvent
  }
}

/** A body that breaks off tells less; the status says enough. */
const errorOf = async (answer: Answer): Promise<APIError> =>
  errorFrom(await answer.text().catch(messageOf), answer, answer.status)

/** An error in the API's form, or whatever text a gateway sent in its place. */
const errorFrom = (text: string, answer: Answer, status: number | undefined): APIError => {
  const body = jsonIn(text)
  return new APIError(status, body, body === undefined ? text : undefined, asResponse(answer).headers)
}

const jsonIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

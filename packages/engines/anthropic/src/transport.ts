import { BaseAnthropic } from '@anthropic-ai/sdk'
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type { AnthropicSetup } from './option.js'
import { createConnection } from './connection.js'

/** Sends one request body and resolves with the provider's raw events; rejects with what the SDK throws. */
export type Transport = (
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<AsyncIterable<RawMessageStreamEvent>>

/** The SDK without its search for credentials in the user's files: the engine brings its own with each request. */
class Client extends BaseAnthropic {
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false
  }
}

const silent = (): void => undefined

/**
 * The official SDK as transport: request line, headers, error classes, decoder of the event stream. It gets a finished
 * body (bytes go out as they are) and is kept from retrying, logging and tracing. This file alone loads the SDK;
 * nothing but `BaseAnthropic` is imported of it, which a bundler cuts to a fifth.
 */
export const createTransport = (setup: AnthropicSetup): Transport => {
  const client = new Client({
    apiKey: null,
    authToken: null,
    webhookKey: null,
    baseURL: setup.baseUrl,
    timeout: setup.timeoutMs,
    maxRetries: 0,
    fetch: setup.fetch ?? createConnection(setup.timeoutMs),
    defaultHeaders: { 'content-type': 'application/json', ...setup.headers },
    openTelemetry: false,
    logger: { error: silent, warn: silent, info: silent, debug: silent },
    logLevel: 'off',
  })
  return (body, headers, signal) =>
    client.post<AsyncIterable<RawMessageStreamEvent>>('/v1/messages', { body, headers, signal, stream: true })
}

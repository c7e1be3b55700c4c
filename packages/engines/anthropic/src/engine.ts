import {
  cancelReason,
  RaiderError,
  type Engine,
  type EngineEvent,
  type Fault,
  type ModelRequest,
} from '@raider/contracts'
import { backoffMs, pause } from './backoff.js'
import { createBodyEncoder } from './body.js'
import { createCredentials } from './credential.js'
import { failureOf, protocolFailure, resendsOf, type Failure } from './failure.js'
import { contextOf, resolveModel } from './model.js'
import { readSetup, type AnthropicOptions } from './option.js'
import { priceOf } from './price.js'
import { createReply } from './reply.js'
import type { Transport } from './transport.js'

/**
 * An engine for Anthropic's Messages API, always streaming. Rate limits, overload, server and network faults and torn
 * streams are retried with backoff; each retry is told, and voids what the torn attempt had told. The SDK is loaded
 * with the first request.
 *
 * @example
 * const engine = anthropic({ env: process.env, model: 'sonnet' })
 */
export const anthropic = (options: AnthropicOptions = {}): Engine => {
  const setup = readSetup(options)
  const credentials = createCredentials(setup)
  const encodeBody = createBodyEncoder()
  const resolve = (model: string): string => resolveModel(model, setup.env)
  let loading: Promise<Transport> | undefined
  const transport = (): Promise<Transport> =>
    (loading ??= import('./transport.js').then(({ createTransport }) => createTransport(setup)))

  /** Sends the request once; returns why it failed, or undefined once the reply was told to its end. */
  async function* attempt(
    body: Buffer,
    model: string,
    signal: AbortSignal,
  ): AsyncGenerator<EngineEvent, Failure | undefined, undefined> {
    const proof = await credentials.prove(signal)
    if ('missing' in proof) return { kind: 'authentication', message: proof.missing, retryable: false }
    const reply = createReply(model)
    let torn: Failure | undefined
    try {
      const send = await transport()
      for await (const event of await send(body, proof.headers, signal)) {
        const told = reply.take(event)
        if (told !== undefined) yield told
      }
    } catch (error) {
      torn = failureOf(error)
    }
    const end = reply.end()
    if (end === undefined) return torn ?? protocolFailure('The provider ended its stream in the middle of a reply.')
    yield end
    return undefined
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    const model = resolve(request.model ?? setup.model)
    const body = encodeBody(request, { model, maxOutput: setup.maxOutputTokens, cache: setup.cache })
    let resent = 0
    for (let attempts = 1; ; attempts++) {
      if (signal.aborted) return yield cancelled(signal, attempts - 1)
      const failure = yield* attempt(body, model, signal)
      if (failure === undefined) return
      if (signal.aborted) return yield cancelled(signal, attempts)
      if (setup.resendsRefused && resent < resendsOf(failure)) {
        resent++
        continue
      }
      const renewed = failure.status === 401 && credentials.renew()
      const fault = faultOf(failure, attempts)
      const again = renewed || failure.retryable || (setup.resendsRefused && failure.keyRefused)
      if (attempts > setup.maxRetries || !again) return yield { type: 'fault', fault }
      const delayMs = renewed ? 0 : backoffMs(attempts, failure.retryAfterMs)
      yield { type: 'retry', attempt: attempts, delayMs, fault }
      await pause(delayMs, signal)
    }
  }

  return {
    name: 'anthropic',
    searchesWeb: true,
    model: resolve(setup.model),
    resolve,
    price: (model) => priceOf(resolve(model)),
    contextWindow: (model) => contextOf(resolve(model)),
    stream,
    async check() {
      const problem = credentials.problem()
      if (problem !== undefined) throw new RaiderError('no-credentials', problem)
    },
  }
}

const faultOf = ({ kind, message, status }: Failure, attempts: number): Fault => ({
  kind,
  message,
  attempts,
  ...(status === undefined ? {} : { status }),
})

const cancelled = (signal: AbortSignal, attempts: number): EngineEvent => ({
  type: 'fault',
  fault: { kind: 'cancelled', message: cancelReason(signal).reason, attempts },
})

import { messageOf, type FaultKind } from '@raider/contracts'

/** Why one attempt failed, and whether another may do better. */
export interface Failure {
  readonly kind: FaultKind
  readonly message: string
  readonly status?: number
  readonly retryable: boolean
  /** The key was refused, and nobody said that it will be the next time: the reference program goes on asking (2.1.332, seen). */
  readonly keyRefused?: boolean
  /** Wait that the provider asks for. */
  readonly retryAfterMs?: number
}

/** The part of the SDK's `APIError` that is looked at; recognised by shape, so that this file does not load the SDK. */
interface ApiError extends Error {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly type: string | null
  readonly apiMessage: string | null
}

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'headers' in error && 'type' in error

/** Error types of the Messages API, for errors inside a stream, which have no status. */
const kindByType = new Map<string, FaultKind>([
  ['invalid_request_error', 'invalid-request'],
  ['authentication_error', 'authentication'],
  ['permission_error', 'authentication'],
  ['billing_error', 'billing'],
  ['not_found_error', 'model-not-found'],
  ['rate_limit_error', 'rate-limit'],
  ['overloaded_error', 'overloaded'],
  ['timeout_error', 'server'],
  ['api_error', 'server'],
  ['request_too_large', 'too-large'],
])

const kindByStatus = new Map<number, FaultKind>([
  [401, 'authentication'],
  [402, 'billing'],
  [403, 'authentication'],
  [413, 'too-large'],
  [429, 'rate-limit'],
  [529, 'overloaded'],
])

const passing: ReadonlySet<FaultKind> = new Set(['rate-limit', 'overloaded', 'server', 'network', 'protocol'])

/**
 * How often the reference program sends a refused request again, by status: without one beta feature or another, or without
 * streaming (2.1.332, seen). Refusals with a cause of their own, such as an empty account, are final.
 */
const resendsByStatus: Readonly<Record<number, number>> = { 400: 5, 404: 1, 422: 5 }

/** How often a request that failed so may be sent again in case it goes through unchanged. */
export const resendsOf = ({ kind, status }: Failure): number =>
  kind === 'invalid-request' || kind === 'model-not-found' ? (resendsByStatus[status ?? 0] ?? 0) : 0

/** Reads what an attempt threw. */
export const failureOf = (error: unknown): Failure => {
  if (isApiError(error) && (error.status !== undefined || error.type !== null)) return answeredFailure(error)
  // A stream event that is no JSON; everything else that ends a request without an answer is the network's.
  if (error instanceof SyntaxError)
    return protocolFailure(`The provider sent an event that is no JSON: ${error.message}`)
  return { kind: 'network', message: networkMessage(error), retryable: true }
}

/** The provider did not keep to the protocol of its streams. */
export const protocolFailure = (message: string): Failure => ({ kind: 'protocol', message, retryable: true })

/** Characters; what a gateway sends in place of the API's errors may be a whole page. */
const longestMessage = 1000

const answeredFailure = (error: ApiError): Failure => {
  const { status, headers } = error
  const message = (error.apiMessage ?? error.message).slice(0, longestMessage)
  const kind = kindOf(status, error.type, message)
  const asked = headers?.get('x-should-retry')
  const retryable = asked === 'true' || (asked !== 'false' && (passing.has(kind) || status === 408 || status === 409))
  const retryAfterMs = retryAfter(headers)
  return {
    kind,
    message,
    retryable,
    ...(status === 401 && asked !== 'false' && { keyRefused: true }),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

const kindOf = (status: number | undefined, type: string | null, message: string): FaultKind => {
  const kind =
    kindByType.get(type ?? '') ?? kindByStatus.get(status ?? 0) ?? ((status ?? 0) >= 500 ? 'server' : 'invalid-request')
  if (kind !== 'invalid-request') return kind
  // Two kinds that the API has no type for; the words are the only sign of them.
  if (/prompt is too long|exceeds? (the )?context/i.test(message)) return 'context-limit'
  if (/credit balance/i.test(message)) return 'billing'
  return kind
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; undefined where neither says a time to come. */
const retryAfter = (headers: Headers | undefined): number | undefined => {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds > 0) return milliseconds
  const text = headers?.get('retry-after') ?? ''
  const seconds = Number(text)
  const delay = text === '' ? Number.NaN : Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return delay > 0 ? delay : undefined
}

const networkMessage = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  const reason = cause === undefined ? messageOf(error) : messageOf(cause)
  return `The provider could not be reached: ${reason || 'the connection broke'}`
}

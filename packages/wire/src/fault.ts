import type { Fault, FaultKind } from '@raider/contracts'

const names: Readonly<Record<FaultKind, string>> = {
  'rate-limit': 'rate_limit',
  overloaded: 'overloaded',
  authentication: 'authentication_failed',
  billing: 'billing_error',
  'invalid-request': 'invalid_request',
  'model-not-found': 'model_not_found',
  'context-limit': 'invalid_request',
  'too-large': 'invalid_request',
  'output-limit': 'max_output_tokens',
  refusal: 'invalid_request',
  server: 'server_error',
  network: 'unknown',
  protocol: 'unknown',
  cancelled: 'unknown',
  coverage: 'unknown',
  shortfall: 'unknown',
}

/** A fault as `api_retry` and assistant frames name it. */
export const faultName = (fault: Fault): string => names[fault.kind]

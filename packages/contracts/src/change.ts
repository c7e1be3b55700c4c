import type { JsonObject } from './json.js'

/** The rarer things a plugin may vote on; `kind` is the event in hook spelling. */
export interface Change {
  readonly kind: string
  readonly input: JsonObject
}

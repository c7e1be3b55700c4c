import { messageOf } from '@raider/contracts'
import type { Redaction } from './redaction.js'

/**
 * JSON of an object, without secrets. Never throws: what JSON cannot hold becomes text (a bigint its digits, a cycle
 * `[circular]`, more than 200 levels `[too deep]`, a throwing getter or `toJSON` its message). Members stay where they are; only strings change.
 */
export function encode(value: object, redaction: Redaction): string {
  const json = tryJson(value)
  return json !== undefined && !redaction.suspects(json) ? json : JSON.stringify(plain(value, redaction, false, []))
}

/** True where `bytes` are the JSON of the value to the letter: nothing stands twice, nothing is spelled another way. */
export function encodes(value: object, bytes: Uint8Array): boolean {
  const json = tryJson(value)
  return json !== undefined && Buffer.from(json).equals(bytes)
}

function tryJson(value: object): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // A bigint, a cycle, too many levels or a throwing member: the slow walk says which.
    return undefined
  }
}

/** Deeper values would overflow the stack of `JSON.stringify`. */
const maxDepth = 200

/** The value as a tree that JSON can hold, with its strings redacted. */
function plain(value: unknown, redaction: Redaction, hidden: boolean, above: readonly object[]): unknown {
  if (typeof value === 'string') return hidden ? '[redacted:field]' : redaction.text(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[circular]'
  if (above.length === maxDepth) return '[too deep]'
  const path = [...above, value]
  return reading(() => {
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return plain(value.toJSON(), redaction, hidden, path)
    }
    if (Array.isArray(value)) return value.map((item) => plain(item, redaction, hidden, path))
    return plainObject(value, redaction, hidden, path)
  })
}

function plainObject(value: object, redaction: Redaction, hidden: boolean, path: readonly object[]): unknown {
  // Without a prototype, so that a member called `__proto__` is kept like any other.
  const copy = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(value)) {
    let name = redaction.text(key)
    while (name in copy) name += '*'
    const hides = hidden || redaction.hides(key)
    copy[name] = reading(() => plain((value as Record<string, unknown>)[key], redaction, hides, path))
  }
  return copy
}

function reading(read: () => unknown): unknown {
  try {
    return read()
  } catch (thrown) {
    return `[unreadable: ${messageOf(thrown)}]`
  }
}

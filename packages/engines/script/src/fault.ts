import { isObject, type Fault, type FaultKind } from '@raider/contracts'
import { optional, type Field } from './field.js'

/** A fault before it is known how many attempts were made. */
export type PlainFault = Omit<Fault, 'attempts'>

/** One failed attempt before the answer. */
export interface ScriptedRetry {
  readonly fault: PlainFault
  readonly delayMs: number
}

const faultKinds = [
  'rate-limit',
  'overloaded',
  'authentication',
  'billing',
  'invalid-request',
  'model-not-found',
  'context-limit',
  'too-large',
  'output-limit',
  'refusal',
  'server',
  'network',
  'protocol',
  'cancelled',
] as const satisfies readonly FaultKind[]

/** Reads the attempts that fail before an answer: one fault or a list of them, each as often as it says. */
export const readRetries = (field: Field): readonly ScriptedRetry[] =>
  (Array.isArray(field.value) ? field.list() : [field]).flatMap((item) => {
    const fault = readFault(item)
    const delayMs = isObject(item.value) ? optional(item.at('delayMs'), (it) => it.count()) : undefined
    const times = isObject(item.value) ? optional(item.at('times'), (it) => it.count()) : undefined
    return Array.from({ length: times ?? 1 }, () => ({ fault, delayMs: delayMs ?? 0 }))
  })

/** Reads a fault: a kind, an HTTP status or a mapping of both. */
export const readFault = (field: Field): PlainFault => {
  if (typeof field.value === 'number') return scriptedFault(undefined, field.count())
  if (typeof field.value === 'string') return scriptedFault(field.oneOf(faultKinds), undefined)
  field.object(['kind', 'status', 'message', 'times', 'delayMs'])
  const kind = optional(field.at('kind'), (it) => it.oneOf(faultKinds))
  const status = optional(field.at('status'), (it) => it.count())
  if (kind === undefined && status === undefined) field.fail('must have a kind or a status')
  return scriptedFault(
    kind,
    status,
    optional(field.at('message'), (it) => it.text()),
  )
}

const scriptedFault = (kind: FaultKind | undefined, status: number | undefined, message?: string): PlainFault => ({
  kind: kind ?? kindOfStatus(status ?? 0),
  message: message ?? `scripted fault ${status ?? kind}`,
  ...(status === undefined ? {} : { status }),
})

const kindByStatus = new Map<number, FaultKind>([
  [401, 'authentication'],
  [402, 'billing'],
  [403, 'authentication'],
  [404, 'model-not-found'],
  [413, 'too-large'],
  [429, 'rate-limit'],
  [529, 'overloaded'],
])

const kindOfStatus = (status: number): FaultKind =>
  kindByStatus.get(status) ?? (status >= 500 ? 'server' : 'invalid-request')

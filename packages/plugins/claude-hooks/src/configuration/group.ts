import { isObject, type SettingsLayer, type Source } from '@raider/contracts'
import type { CheckHooks, HooksCheck } from '@raider/settings'
import { hookEvents, isHookEvent, rowOf, type HookEvent } from '../events.js'
import { fault, isFault, type Fault } from './fault.js'
import { parseHandler } from '../handler/handler.js'
import type { Hook } from './hook.js'
import { anyUrl, type HttpRules } from '../handler/http.js'
import { compileMatcher, matchesNothing } from './matcher.js'

/** Where hooks were read from. */
interface Origin {
  /** The source of what stands at a path below `hooks`. */
  source(label: string, path: readonly (string | number)[]): Source
  /** Hooks of origins with an owner are never the same as those of others. */
  readonly owner?: string
  readonly env?: Readonly<Record<string, string>>
  /** Does `once` count? */
  readonly honoursOnce?: boolean
  readonly rules: HttpRules
}

/** What a `hooks` object holds. */
interface Parsed extends HooksCheck {
  readonly hooks: readonly Hook[]
  /** Every malformed entry, with its path below `hooks`. */
  readonly faults: readonly Fault[]
}

/** Checks the value of the key `hooks` of a settings file. Pure. An absent or null value is fine. */
export const checkHooks: CheckHooks = (hooks) => ({ guardBroken: parseHooks(hooks, nowhere).guardBroken })

const nowhere: Origin = { source: (name) => ({ kind: 'hook', name }), rules: anyUrl }

/** Origin of a settings layer. */
export const layerOrigin = (layer: SettingsLayer, rules: HttpRules): Origin => ({
  rules,
  ...((layer.name === 'plugin' || layer.name === 'skill') && { owner: layer.file }),
  ...(layer.env !== undefined && { env: layer.env }),
  honoursOnce: layer.name === 'skill',
  source(name, path) {
    const line = layer.line(['hooks', ...path])
    return { kind: 'hook', name, layer: layer.name, file: layer.file, ...(line !== undefined && { line }) }
  },
})

/** Reads all hooks of a `hooks` object; what is malformed is left out and named. */
export const parseHooks = (value: unknown, origin: Origin): Parsed => {
  if (value === undefined || value === null) return { hooks: [], guardBroken: false, faults: [] }
  // A list costs the whole file, a text does not (seen).
  if (!isObject(value)) return { hooks: [], guardBroken: Array.isArray(value), faults: [fault('must be an object')] }
  const hooks: Hook[] = []
  const faults: Fault[] = []
  let guardBroken = false
  for (const [event, groups] of Object.entries(value)) {
    if (!isHookEvent(event)) {
      faults.push(fault(`is no hook event; known are ${hookEvents.join(', ')}`, event))
      continue
    }
    // Null is no value at all (seen).
    if (groups === null) continue
    const found = parseEvent(event, groups, origin)
    hooks.push(...found.hooks)
    faults.push(...found.faults)
    guardBroken ||= rowOf(event).guard && found.faults.some(({ mild }) => mild !== true)
  }
  return { hooks, guardBroken, faults }
}

interface Found {
  readonly hooks: readonly Hook[]
  readonly faults: readonly Fault[]
}

const nothingBut = (problem: Fault): Found => ({ hooks: [], faults: [problem] })

const gather = (found: readonly Found[]): Found => ({
  hooks: found.flatMap((part) => part.hooks),
  faults: found.flatMap((part) => part.faults),
})

const parseEvent = (event: HookEvent, groups: unknown, origin: Origin): Found =>
  Array.isArray(groups)
    ? gather(groups.map((group: unknown, index) => parseGroup(event, group, [event, index], origin)))
    : nothingBut(fault('must be a list of groups', event))

const parseGroup = (event: HookEvent, group: unknown, path: readonly (string | number)[], origin: Origin): Found => {
  if (!isObject(group)) return nothingBut(fault('must be an object', ...path))
  const { matcher, hooks } = group
  if (matcher !== undefined && typeof matcher !== 'string')
    return nothingBut(fault('must be a string', ...path, 'matcher'))
  if (!Array.isArray(hooks)) return nothingBut(fault('must be a list of handlers', ...path, 'hooks'))
  const matches = compileMatcher(matcher, event)
  const broken = {
    ...fault('is no regular expression, so it matches nothing', ...path, 'matcher'),
    mild: true,
  } as const
  return gather([
    { hooks: [], faults: matchesNothing(matches) ? [broken] : [] },
    ...hooks.map((entry: unknown, index): Found => {
      const place = [...path, 'hooks', index]
      const handler = parseHandler(entry, origin.rules)
      if (isFault(handler)) return nothingBut(fault(handler.problem, ...place, ...handler.path))
      const hook: Hook = {
        event,
        ...(matcher !== undefined && { matcher }),
        matches,
        handler,
        source: origin.source(handler.label, place),
        identity: [origin.owner ?? '', handler.condition ?? '', handler.identity].join('\0'),
        ...(origin.env !== undefined && { env: origin.env }),
        once: handler.once && origin.honoursOnce === true,
      }
      return { hooks: [hook], faults: [] }
    }),
  ])
}

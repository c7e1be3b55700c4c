import type { LayerOrigin, Profile, Settings, SettingsLayer, Source } from '@raider/contracts'
import { rowOf, type HookEvent } from '../events.js'
import { layerOrigin, parseHooks } from './group.js'
import type { Hook } from './hook.js'
import { anyUrl } from '../handler/http.js'
import { isAtHome, isSilenced } from './hook-set.js'

/**
 * Whether a hook runs, and why not: its event never happens in Raider, its event cannot run its type, an equal hook further on
 * stands for it, a switch such as `disableAllHooks` is set, its project was not trusted, or a malformed entry costs the whole file.
 */
export type HookState =
  | 'active'
  | 'never fires here'
  | 'wrong type'
  | 'repeated'
  | 'switched off'
  | 'not trusted'
  | 'file dropped'

/** One hook of a settings file, as it is listed. */
export interface HookEntry {
  readonly event: HookEvent
  readonly matcher?: string
  /** Permission rule of `if`. */
  readonly condition?: string
  readonly type: Hook['handler']['type']
  /** Command, URL, prompt, or server and tool. */
  readonly label: string
  readonly source: Source
  readonly state: HookState
}

/** Lists every hook that is written down in settings, whether it runs or not. Pure. `distrusted` says which layers do not count. */
export const listHooks = (
  settings: Settings,
  profile: Profile,
  distrusted: (layer: LayerOrigin) => boolean = () => false,
): readonly HookEntry[] => {
  const all = settings.layers.flatMap((layer) =>
    readStates(layer, settings, profile).map(({ hook, state }) => ({
      hook,
      state: state === 'active' && (!layer.trusted || distrusted(layer.name)) ? 'not trusted' : state,
    })),
  )
  const last = new Map(all.filter(({ state }) => state === 'active').map(({ hook }) => [keyOf(hook), hook]))
  return all.map(({ hook, state }) =>
    entryOf(hook, state === 'active' && last.get(keyOf(hook)) !== hook ? 'repeated' : state),
  )
}

const readStates = (
  layer: SettingsLayer,
  settings: Settings,
  profile: Profile,
): readonly { readonly hook: Hook; readonly state: HookState }[] => {
  const { hooks, guardBroken } = parseHooks(layer.value['hooks'], layerOrigin(layer, anyUrl))
  const dropped = guardBroken && profile.malformedGuard === 'drops the file'
  const silenced = isSilenced(layer.name, settings)
  return hooks.map((hook) => ({ hook, state: stateOf(hook, dropped, silenced) }))
}

const stateOf = (hook: Hook, dropped: boolean, silenced: boolean): HookState => {
  if (dropped) return 'file dropped'
  if (silenced) return 'switched off'
  if (!isAtHome(hook)) return 'wrong type'
  return rowOf(hook.event).fires ? 'active' : 'never fires here'
}

/** Equal hooks of one event are one where their matchers are equal too: others may be needed for what the last does not match. */
const keyOf = ({ event, matcher, identity }: Hook): string => [event, matcher ?? '', identity].join('\0')

const entryOf = ({ event, matcher, handler, source }: Hook, state: HookState): HookEntry => ({
  event,
  ...(matcher !== undefined && { matcher }),
  ...(handler.condition !== undefined && { condition: handler.condition }),
  type: handler.type,
  label: handler.label,
  source,
  state,
})

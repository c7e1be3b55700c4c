import type { Settings, SettingsNotice } from '@raider/contracts'
import type { Hook } from './hook.js'
import { isSilenced, readHooks, readLayers } from './hook-set.js'
import type { HookSource } from './lineup.js'
import type { HookScope } from './scope.js'

/**
 * The hooks of a session: those of the settings, followed where they change, and functions behind them. `notices` say what was left
 * out at the start; what is left out later is told as it happens.
 */
export const createSource = (
  session: HookScope,
  settings: Settings,
  functions: readonly Hook[],
): { readonly source: HookSource; readonly notices: readonly SettingsNotice[] } => {
  let current = settings
  let count = 0
  const first = readHooks(settings, session.profile)
  const withFunctions = (hooks: readonly Hook[]): readonly Hook[] =>
    isSilenced('code', current) ? hooks : [...hooks, ...functions]
  let declared = withFunctions(first.hooks)
  const tell = (notices: readonly SettingsNotice[]): void => {
    for (const { level, text } of notices) void session.emit({ type: 'notice', level, text })
  }
  const source: HookSource = {
    declared() {
      const now = session.currentSettings?.() ?? settings
      if (now === current) return declared
      current = now
      const { hooks, notices } = readHooks(now, session.profile)
      tell(notices)
      declared = withFunctions(hooks)
      return declared
    },
    joined() {
      const layers = session.lateLayers?.() ?? []
      if (layers.length === count) return []
      const { hooks, notices } = readLayers(layers.slice(count), current, session.profile)
      count = layers.length
      tell(notices)
      return hooks
    },
  }
  return { source, notices: first.notices }
}

import {
  isObject,
  type JsonObject,
  type PermissionDecision,
  type PermissionMode,
  type Settings,
  type SettingsNotice,
} from '@raider/contracts'

/** Do the settings keep all rules but those of the administrator out? */
export const isManagedOnly = ({ merged }: Pick<Settings, 'merged'>): boolean =>
  merged.allowManagedPermissionRulesOnly === true

/** Keys that forbid a mode where they say `disable`. */
const locks: Partial<Record<PermissionMode, readonly (readonly string[])[]>> = {
  bypassPermissions: [['permissions', 'disableBypassPermissionsMode']],
  auto: [['permissions', 'disableAutoMode'], ['disableAutoMode']],
}

/** The key by which settings forbid a mode; undefined where they do not. */
const lockOf = (mode: PermissionMode, settings: JsonObject): readonly string[] | undefined =>
  locks[mode]?.find(
    (path) => path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), settings) === 'disable',
  )

/** Do the settings forbid a mode? */
export const isForbidden = (mode: PermissionMode, { merged }: Pick<Settings, 'merged'>): boolean =>
  lockOf(mode, merged) !== undefined

/** Which file forbids the mode that a session asks for; none where no file does. */
export const forbiddenMode = (
  mode: PermissionMode,
  settings: Pick<Settings, 'layers' | 'merged'>,
): SettingsNotice[] => {
  const path = lockOf(mode, settings.merged)
  const layer = settings.layers.findLast(({ value }) => lockOf(mode, value) === path)
  if (path === undefined || layer === undefined) return []
  const line = layer.line(path)
  const place = { file: layer.file, ...(line !== undefined && { line }), key: path.join('.') }
  const where = line === undefined ? place.file : `${place.file}:${line}`
  const text = `${where} ${place.key}: ${mode} is forbidden, so the session starts in mode default.`
  return [{ level: 'warning', ...place, text }]
}

/** A decision without what the settings rule out: rules to be kept, and a classifier that goes on while a plan is made. */
export const restricted = (
  decision: PermissionDecision,
  mode: PermissionMode,
  settings: Pick<Settings, 'merged'>,
): PermissionDecision => {
  const { classifiable: _, ...unjudged } = decision
  const one = mode === 'plan' && settings.merged.useAutoModeDuringPlan === false ? unjudged : decision
  if (!isManagedOnly(settings)) return one
  return { ...one, suggestions: decision.suggestions.filter((update) => !('rules' in update)) }
}

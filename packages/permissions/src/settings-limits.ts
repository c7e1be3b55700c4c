import { isObject, type PermissionDecision, type PermissionMode, type Settings } from '@raider/contracts'

/** Do the settings keep all rules but those of the administrator out? */
export const isManagedOnly = ({ merged }: Pick<Settings, 'merged'>): boolean =>
  merged.allowManagedPermissionRulesOnly === true

/** Do the settings forbid a mode? */
export const isForbidden = (mode: PermissionMode, { merged }: Pick<Settings, 'merged'>): boolean => {
  const permissions = isObject(merged.permissions) ? merged.permissions : {}
  if (mode === 'bypassPermissions') return permissions.disableBypassPermissionsMode === 'disable'
  return mode === 'auto' && [permissions.disableAutoMode, merged.disableAutoMode].includes('disable')
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

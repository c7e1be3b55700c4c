import type { PermissionMode, Profile } from '@raider/contracts'

/** From strict to free. */
const strictness: readonly PermissionMode[] = ['plan', 'dontAsk', 'default', 'auto', 'acceptEdits', 'bypassPermissions']

/** Modes of a parent that the mode of a subagent does not replace (Claude Code 2.1.332, documented). */
const prevailing: readonly PermissionMode[] = ['bypassPermissions', 'acceptEdits', 'auto']

/** The mode a subagent works in. */
export function agentMode(own: PermissionMode | undefined, parent: PermissionMode, profile: Profile): PermissionMode {
  // No file sets its agent free of all questions (seen).
  if (own === undefined || own === 'bypassPermissions') return parent
  if (profile.agentMode === 'own') return prevailing.includes(parent) ? parent : own
  return strictness.indexOf(own) < strictness.indexOf(parent) ? own : parent
}

import { isRaiderError, type PermissionUpdate, type Source, type StepScope, type ToolState } from '@raider/contracts'
import type { SessionParts } from './parts.js'

type PermissionParts = Pick<SessionParts, 'permissions' | 'keepUpdate' | 'state'>

/**
 * Puts the updates that came with an answer in force, in their order, and keeps those that are to last. One that is not possible, such
 * as a mode that the settings forbid, is told and left out; the answer counts all the same.
 */
export async function changePermissions(
  updates: readonly PermissionUpdate[],
  by: Source,
  { permissions, keepUpdate, state }: PermissionParts,
  step: StepScope,
): Promise<void> {
  for (const update of updates) {
    const before = permissions.mode()
    try {
      permissions.apply(update)
    } catch (thrown) {
      if (!isRaiderError(thrown)) throw thrown
      await step.emit({ type: 'notice', level: 'warning', text: thrown.message, source: by })
      continue
    }
    if (permissions.mode() !== before) await step.emit({ type: 'mode-change', mode: permissions.mode(), by })
    if ('directories' in update) openOnly(permissions.directories(), state)
    for (const { level, text } of (await keepUpdate?.(update)) ?? []) await step.emit({ type: 'notice', level, text })
  }
}

/** Tools and rules agree on which folders count as inside. */
const openOnly = (folders: readonly string[], { directories }: ToolState): void => {
  directories.clear()
  for (const folder of folders) directories.add(folder)
}

import { isObject, permissionModes, type AskAnswer, type PermissionUpdate } from '@raider/contracts'

/**
 * Checks the answer of a host or of a prompt tool, which may be anything. Throws an error that names what is wrong: the gate then
 * refuses the call with it.
 */
export const readAnswer = (value: unknown): AskAnswer => {
  if (!isObject(value)) throw new Error(`the answer is no object but ${JSON.stringify(value) ?? 'undefined'}`)
  const { behavior, message, updatedInput, updatedPermissions } = value
  if (behavior === 'deny') {
    if (typeof message !== 'string') throw new Error('a deny needs a "message"')
    return { behavior, message, ...(value.interrupt === true && { interrupt: true }) }
  }
  if (behavior !== 'allow') throw new Error(`"behavior" must be allow or deny, found ${JSON.stringify(behavior)}`)
  if (!isAbsent(updatedInput) && !isObject(updatedInput)) throw new Error('"updatedInput" must be an object')
  if (!isAbsent(updatedPermissions) && !isUpdates(updatedPermissions))
    throw new Error('"updatedPermissions" must be a list of permission updates')
  return {
    behavior,
    ...(isObject(updatedInput) && { updatedInput }),
    ...(isUpdates(updatedPermissions) && { updatedPermissions }),
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const isUpdates = (value: unknown): value is readonly PermissionUpdate[] =>
  Array.isArray(value) && value.every(isPermissionUpdate)

const destinations: readonly unknown[] = ['session', 'localSettings', 'projectSettings', 'userSettings', 'cliArg']
const behaviors: readonly unknown[] = ['allow', 'ask', 'deny']

/** Is this a well-formed change of the permissions? */
export const isPermissionUpdate = (value: unknown): value is PermissionUpdate => {
  if (!isObject(value) || !destinations.includes(value.destination)) return false
  switch (value.type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return Array.isArray(value.rules) && value.rules.every(isRuleValue) && behaviors.includes(value.behavior)
    case 'setMode':
      return permissionModes.some((mode) => mode === value.mode)
    case 'addDirectories':
    case 'removeDirectories':
      return Array.isArray(value.directories) && value.directories.every((folder) => typeof folder === 'string')
    default:
      return false
  }
}

const isRuleValue = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.toolName === 'string' &&
  (value.ruleContent === undefined || typeof value.ruleContent === 'string')

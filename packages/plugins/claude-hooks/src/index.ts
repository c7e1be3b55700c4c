export { claudeHooks, type ClaudeHooksOptions } from './claude-hooks.js'
export { OpenHooks, type HookOptions } from './open-hooks.js'
export { loadHooks, type LoadedHooks, type LoadHooksOptions } from './load-hooks.js'
export { listHooks, type HookEntry, type HookState } from './hook-list.js'
export { compileMatcher, type Matches } from './matcher.js'
export { checkHooks } from './group.js'
export { readHooks, type HookSet } from './hook-set.js'
export { sessionEnvironment } from './session-env.js'
export {
  eventTable,
  handlerTypes,
  hookEvents,
  isHookEvent,
  type EventRow,
  type HandlerType,
  type HookEvent,
} from './events.js'
export type { Fault } from './fault.js'
export type { Fire } from './fire.js'
export type { Folded } from './fold.js'
export type { GuardTrial } from './guard-check.js'
export type { Handler, Hook } from './hook.js'
export type { HookFunction, HookFunctionGroup, HookFunctions } from './hook-function.js'
export type { ExtraInput } from './input.js'
export type { HookReport } from './report.js'
export type { HookScope } from './scope.js'
export type { ResponseForm } from './tool-result.js'

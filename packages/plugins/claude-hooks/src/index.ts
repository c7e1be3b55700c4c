export { claudeHooks, type ClaudeHooksOptions } from './claude-hooks.js'
export { OpenHooks, type HookOptions } from './open-hooks.js'
export { loadHooks, type LoadedHooks, type LoadHooksOptions } from './load-hooks.js'
export { listHooks, type HookEntry, type HookState } from './configuration/hook-list.js'
export { compileMatcher, type Matches } from './configuration/matcher.js'
export { checkHooks } from './configuration/group.js'
export { readHooks, type HookSet } from './configuration/hook-set.js'
export { sessionEnvironment } from './handler/session-env.js'
export {
  eventTable,
  handlerTypes,
  hookEvents,
  isHookEvent,
  type EventRow,
  type HandlerType,
  type HookEvent,
} from './events.js'
export type { Fault } from './configuration/fault.js'
export type { Fire } from './fire.js'
export type { Folded } from './answer/fold.js'
export type { GuardTrial } from './configuration/guard-check.js'
export type { Handler, Hook } from './configuration/hook.js'
export type { HookFunction, HookFunctionGroup, HookFunctions } from './handler/hook-function.js'
export type { ExtraInput } from './step/input.js'
export type { HookReport } from './answer/report.js'
export type { HookScope } from './scope.js'
export type { ResponseForm } from './step/tool-result.js'

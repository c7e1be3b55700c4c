import type { HookEvent } from './events.js'
import type { Hook } from './configuration/hook.js'
import type { HookScope } from './scope.js'

/** One firing: what is the same for all of its hooks. */
export interface Firing {
  readonly event: HookEvent
  /** The hooks that run. */
  readonly hooks: readonly Hook[]
  readonly scope: HookScope
  /** The tool call it is about, where there is one. */
  readonly callId?: string
  /** How texts name its hooks. */
  readonly name: string
  /** Folder the hooks start in. */
  readonly cwd: string
  /** The hook input for a hook. */
  readonly input: (hook: string) => string
}

import type { Plugin, PluginSteps } from '@raider/contracts'
import { rowOf } from './events.js'
import type { Hook } from './configuration/hook.js'
import { HookSteps, type StepOptions } from './step/hook-steps.js'
import { OpenHooks, type HookOptions } from './open-hooks.js'

/** Options of {@link claudeHooks}. */
export interface ClaudeHooksOptions extends HookOptions, StepOptions {
  /** False: no hook runs. Default true. */
  readonly enabled?: boolean
}

/** Runs the user's own Claude Code hooks, unchanged, around everything a session does. */
export const claudeHooks = (options: ClaudeHooksOptions = {}): Plugin => ({
  name: 'claude-hooks',
  guard: true,
  async create(session) {
    if (options.enabled === false) return {}
    const hooks = new OpenHooks(session, session.settings, options)
    for (const { level, text, file, line } of hooks.notices) {
      const source = { kind: 'hook', name: 'settings', file, ...(line !== undefined && { line }) } as const
      await session.emit({ type: 'notice', level, text, source })
    }
    const steps = new HookSteps(hooks, session, options)
    const mayGrow = session.lateLayers !== undefined || session.currentSettings !== undefined
    return mayGrow ? steps : wantedSteps(steps, hooks.list())
  },
})

/** A step that can have no hooks is not taken at all, so that it costs nothing. */
const wantedSteps = (steps: PluginSteps, hooks: readonly Hook[]): PluginSteps => {
  if (hooks.length === 0) return {}
  const wanted = new Set<keyof PluginSteps>([...hooks.map((hook) => rowOf(hook.event).step), 'pending', 'close'])
  if (hooks.some((hook) => hook.event === 'FileChanged')) wanted.add('watched')
  return Object.fromEntries(Array.from(wanted, (step) => [step, steps[step]?.bind(steps)]))
}

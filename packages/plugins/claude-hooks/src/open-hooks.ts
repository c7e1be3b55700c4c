import type { Note, Settings, SettingsNotice } from '@raider/contracts'
import { createBackground } from './background.js'
import { createFire, type Fire } from './fire.js'
import type { Hook } from './hook.js'
import { readFunctions, type HookFunctions } from './hook-function.js'
import type { ExtraInput } from './input.js'
import { createSource } from './hook-source.js'
import { createLineup } from './lineup.js'
import { createReporter, type HookReport } from './report.js'
import type { HookScope } from './scope.js'
import { createSpill } from './spill.js'

/** Options of {@link openHooks}. */
export interface HookOptions {
  /** Functions to run as hooks, beside those of the settings. */
  readonly hooks?: HookFunctions
  /** Told of every hook run and hook message. */
  readonly onEvent?: (event: HookReport) => void
  /** Pairs to add to the hook input: an object, or a function that is called for each hook. */
  readonly input?: ExtraInput
  /** Every failure of a PreToolUse or PermissionRequest hook counts as a deny. Default false. */
  readonly failClosed?: boolean
}

/** The hooks of one session, ready to be fired. */
export interface OpenHooks {
  readonly fire: Fire
  /** All hooks in force now, in the order of the configuration. */
  readonly list: () => readonly Hook[]
  /** What was left out of the settings, and why. */
  readonly notices: readonly SettingsNotice[]
  /** Takes out what background hooks have for the model. */
  readonly pending: () => readonly Note[]
  /** Kills the hooks that still run in the background. */
  readonly close: () => Promise<void>
}

/** Reads the hooks of the settings and makes them ready to be fired, with or without a loop around them. */
export const openHooks = (session: HookScope, settings: Settings, options: HookOptions = {}): OpenHooks => {
  const { source, notices } = createSource(session, settings, readFunctions(options.hooks ?? {}))
  const lineup = createLineup(source)
  const spill = createSpill(`${session.transcriptPath.replace(/\.jsonl$/, '')}/tool-results`)
  const background = createBackground(spill)
  const fire = createFire({
    lineup,
    background,
    spill,
    reporter: createReporter(options.onEvent),
    failClosed: options.failClosed ?? false,
    ...(options.input !== undefined && { extra: options.input }),
  })
  return {
    fire,
    list: () => lineup.hooks(),
    notices,
    pending: () => background.take(),
    close: () => background.close(),
  }
}

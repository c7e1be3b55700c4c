import type { Note, Settings, SettingsNotice } from '@raider/contracts'
import { createBackground } from './background.js'
import { createFire, type Fire } from './fire.js'
import type { Hook } from './hook.js'
import { readHooks, readLayers } from './hook-set.js'
import type { ExtraInput } from './input.js'
import { createLineup } from './lineup.js'
import { createReporter, type HookReport } from './report.js'
import type { HookScope } from './scope.js'
import { createSpill } from './spill.js'

/** Options of {@link openHooks}. */
export interface HookOptions {
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
  const { hooks, notices } = readHooks(settings, session.profile)
  const lineup = createLineup(hooks, createLatecomers(session, settings))
  const spill = createSpill(`${session.transcriptPath.replace(/\.jsonl$/, '')}/tool-results`)
  const background = createBackground(spill)
  const fire = createFire({
    lineup,
    session,
    background,
    spill,
    reporter: createReporter(options.onEvent),
    failClosed: options.failClosed ?? false,
    ...(options.input !== undefined && { extra: options.input }),
  })
  return { fire, list: () => lineup.hooks(), notices, pending: () => background.take(), close: () => background.close() }
}

/** Takes the hooks of the layers that joined since it was last asked, and tells what was left out of them. */
const createLatecomers = (session: HookScope, settings: Settings): (() => readonly Hook[]) => {
  let read = 0
  return () => {
    const layers = session.lateLayers?.() ?? []
    if (layers.length === read) return []
    const { hooks, notices } = readLayers(layers.slice(read), settings, session.profile)
    read = layers.length
    for (const { level, text } of notices) void session.emit({ type: 'notice', level, text })
    return hooks
  }
}

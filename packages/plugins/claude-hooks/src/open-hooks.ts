import type { Note, Settings, SettingsNotice } from '@raider/contracts'
import { Background } from './handler/background.js'
import { HookEnvironment } from './handler/environment.js'
import { createFire, type Fire } from './fire.js'
import type { Hook } from './configuration/hook.js'
import { readFunctions, type HookFunctions } from './handler/hook-function.js'
import type { ExtraInput } from './step/input.js'
import { SessionHooks } from './configuration/hook-source.js'
import { Lineup } from './configuration/lineup.js'
import { Reporter, type HookReport } from './answer/report.js'
import type { HookScope } from './scope.js'
import { Spill } from './answer/spill.js'

/** Options of {@link OpenHooks}. */
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

/** The hooks of one session, ready to be fired, with or without a loop around them. */
export class OpenHooks {
  readonly fire: Fire
  /** What was left out of the settings, and why. */
  readonly notices: readonly SettingsNotice[]
  readonly #lineup: Lineup
  readonly #background: Background

  constructor(session: HookScope, settings: Settings, options: HookOptions = {}) {
    const source = new SessionHooks(session, settings, readFunctions(options.hooks ?? {}))
    const spill = new Spill(`${session.transcriptPath.replace(/\.jsonl$/, '')}/tool-results`)
    this.notices = source.notices
    this.#lineup = new Lineup(source)
    this.#background = new Background(spill)
    this.fire = createFire({
      lineup: this.#lineup,
      background: this.#background,
      spill,
      environment: new HookEnvironment(),
      reporter: new Reporter(options.onEvent),
      failClosed: options.failClosed ?? false,
      ...(options.input !== undefined && { extra: options.input }),
    })
  }

  /** All hooks in force now, in the order of the configuration. */
  list(): readonly Hook[] {
    return this.#lineup.hooks()
  }

  /** Takes out what background hooks have for the model. */
  pending(): readonly Note[] {
    return this.#background.take()
  }

  /** Kills the hooks that still run in the background. */
  close(): Promise<void> {
    return this.#background.close()
  }
}

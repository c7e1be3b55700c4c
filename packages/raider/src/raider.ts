import { setMaxListeners } from 'node:events'
import { Run, Session, type Prompt, type RunOptions } from '@raider/loop'
import { assemble } from './assemble.js'
import type { RaiderOptions } from './option.js'
import { safeOptions } from './setup/safe-mode.js'
import { SharedSetup } from './setup/shared-setup.js'

/**
 * Runs agents in a project with the user's own hooks, rules and memory.
 *
 * @example
 * const run = new Raider({ cwd: '/my/project' }).run('Fix the failing test')
 * for await (const event of run) console.log(event.type)
 * const outcome = await run.result
 */
export class Raider {
  readonly #options: RaiderOptions
  readonly #shared: SharedSetup
  readonly #abort = new AbortController()

  constructor(options: RaiderOptions = {}) {
    this.#options = safeOptions(options)
    this.#shared = new SharedSetup(this.#options)
    // Any number of sessions may be open, and each listens.
    setMaxListeners(0, this.#abort.signal)
  }

  /**
   * Runs one prompt in a session of its own. `run.result` rejects with a `RaiderError` for misuse: `bad-settings`,
   * `untrusted-project`, `bad-option`, `unknown-price`, `duplicate-plugin`, `duplicate-tool`, `plugin-failed`.
   */
  run(prompt: Prompt, options: RunOptions = {}): Run {
    return new Run(async (run) => {
      const session = await Session.open(await assemble(this.#options, this.#shared, this.#abort.signal), run)
      try {
        return await session.drive(run, prompt)
      } finally {
        await session.close()
      }
    }, options)
  }

  /** Opens a session for several prompts. Close it when done. @throws RaiderError as `run` does. */
  async open(): Promise<Session> {
    return Session.open(await assemble(this.#options, this.#shared, this.#abort.signal))
  }

  /** Ends a session with its conversation and opens a new one in its place. @throws RaiderError as `run` does. */
  async clear(session: Session): Promise<Session> {
    await session.close('clear')
    const { resume: _, continue: __, forkSession: ___, sessionId: ____, setup: _____, ...options } = this.#options
    return Session.open({ ...(await assemble(options, this.#shared, this.#abort.signal)), clears: true })
  }

  /** Ends everything that runs: the host shuts down. */
  shutdown(reason = 'the host shuts down'): void {
    this.#abort.abort({ by: 'shutdown', reason })
  }
}

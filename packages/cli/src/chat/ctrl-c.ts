import type { Run } from 'raider'

/** What Ctrl-C can do besides cancelling a run. */
interface CtrlCActions {
  /** At the prompt, the first time. */
  readonly warn: () => void
  /** At the prompt, the second time in a row. */
  readonly leave: () => void
  /** The second time in one run: the process ends without waiting. */
  readonly quit: () => void
}

/** Ctrl-C in a chat: cancels what runs, a second one leaves at once; at the prompt two in a row leave. */
export class CtrlC {
  readonly #actions: CtrlCActions
  #run: Run | undefined
  #pressed = false

  constructor(actions: CtrlCActions) {
    this.#actions = actions
  }

  /** From now on Ctrl-C is for `run`, or for the prompt where it is undefined. */
  watch(run: Run | undefined): void {
    this.#run = run
    this.#pressed = false
  }

  press(): void {
    const again = this.#pressed
    this.#pressed = true
    if (this.#run === undefined) (again ? this.#actions.leave : this.#actions.warn)()
    else if (again) this.#actions.quit()
    else this.#run.cancel({ by: 'user', reason: 'Ctrl-C' })
  }
}

import type { StepScope } from '@raider/contracts'
import type { Chain } from '@raider/gate'
import { cwdChanged, fileChanged } from '../change.js'
import { FileWatch, type FileEvent } from './file-watch.js'

/** Watches the files of a session that plugins want to hear of, and tells them. */
export class Watching {
  readonly #chain: Chain
  readonly #scope: () => StepScope
  readonly #watch: FileWatch
  /** Files that hooks named in their answers, beside those that the settings name. */
  #named: readonly string[] = []
  #closed = false

  /** @param scope that of a change between two runs. */
  constructor(chain: Chain, scope: () => StepScope) {
    this.#chain = chain
    this.#scope = scope
    this.#watch = new FileWatch((path, event) => void this.#changed(path, event))
  }

  /** Watches the files that are named, and no others that were named before. */
  name(files: readonly string[]): void {
    this.#named = files
    this.#look()
  }

  /** The current folder moved during a call. */
  async moved(from: string, step: StepScope): Promise<void> {
    const { effects } = await this.#chain.vote('beforeChange', cwdChanged(from, step.cwd()), step)
    this.name(effects.watch ?? [])
  }

  close(): void {
    this.#closed = true
    this.#watch.close()
  }

  async #changed(path: string, event: FileEvent): Promise<void> {
    const { effects } = await this.#chain.vote('beforeChange', fileChanged(path, event), this.#scope())
    if (effects.watch !== undefined) this.name(effects.watch)
  }

  #look(): void {
    if (!this.#closed) this.#watch.set([...this.#named, ...this.#chain.watched(this.#scope().cwd())])
  }
}

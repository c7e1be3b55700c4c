import type { Plugin } from '@raider/contracts'
import type { SessionParts } from '@raider/loop'
import type { KnownDrafts } from '@raider/settings'
import { createPlugins } from '../plugin-chain.js'
import type { RaiderOptions } from '../option.js'
import { surroundingsOf, type Surroundings } from '../surroundings.js'
import { readSetup, type UserSetup } from './user-setup.js'

/** What sessions of a Raider stand on. */
export interface Footing {
  readonly around: Surroundings
  readonly setup: UserSetup
  readonly plugins: readonly Plugin[]
}

/** Parts of a session that are long, and mostly the same. */
type Told = Pick<SessionParts, 'system' | 'equipment'>

/**
 * What the sessions of one Raider have in common: a Raider is the user's setup, a session is a conversation in it. Each session has
 * the files read anew, so that none misses a change; those that find the same hold it once.
 */
export class SharedSetup {
  readonly #options: RaiderOptions
  readonly #known: KnownDrafts = new Map()
  #footing: Footing | undefined
  #told: Told = { system: [] }

  constructor(options: RaiderOptions) {
    this.#options = options
  }

  /** Looks at everything. @throws RaiderError `bad-settings`, `untrusted-project`, `bad-option`. */
  async read(): Promise<Footing> {
    const around = surroundingsOf(this.#options)
    const setup = await readSetup(this.#options, around, this.#known)
    const last = this.#footing
    if (last !== undefined && isSame(around, last.around) && isSame(factsOf(setup), factsOf(last.setup))) return last
    this.#footing = { around, setup, plugins: createPlugins(this.#options, around, setup) }
    return this.#footing
  }

  /** What a session tells its model and its listeners at the start: that of the last session where it is the same. */
  tell(told: Told): Told {
    if (!isSame(told, this.#told)) this.#told = told
    return this.#told
  }
}

/** Asked for and not imported: an import evaluates all that `node:util` exports, in newer Nodes up to its workers (ADR 0032). */
const isSame = (one: unknown, other: unknown): boolean =>
  process.getBuiltinModule('node:util').isDeepStrictEqual(one, other)

/** What was read, without what was made of it. */
const factsOf = ({ watch: _watch, envOf: _envOf, ...facts }: UserSetup): Omit<UserSetup, 'watch' | 'envOf'> => facts

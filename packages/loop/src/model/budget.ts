import {
  addUsage,
  costOf,
  noUsage,
  SparseMap,
  totalTokens,
  type Engine,
  type RunEnding,
  type Sponsor,
  type Usage,
} from '@raider/contracts'

/** Limits of one run; each ends it with an outcome of its own. Absent means none. */
export interface Limits {
  /** Model requests. */
  readonly maxTurns?: number
  /** Tokens of all requests and replies, cached ones included. */
  readonly maxTokens?: number
  /** US dollars. */
  readonly maxCostUsd?: number
  /** Milliseconds from the run's start. */
  readonly maxTimeMs?: number
}

/** What a run or a session has used so far, held against its limits. */
export class Budget implements Pick<Sponsor, 'spend' | 'overspent'> {
  readonly #limits: Limits
  readonly #engine: Engine
  readonly #sponsor: Pick<Sponsor, 'spend' | 'overspent'> | undefined
  readonly #byModel = new SparseMap<string, Usage>()
  #costUsd: number | undefined = 0
  turns = 0

  /** @param sponsor pays too: the session, and the run above that of a subagent. */
  constructor(limits: Limits, engine: Engine, sponsor?: Pick<Sponsor, 'spend' | 'overspent'>) {
    this.#limits = limits
    this.#engine = engine
    this.#sponsor = sponsor
  }

  /** Counts a reply of the run's own model requests. */
  reply(model: string, usage: Usage): void {
    this.turns++
    this.spend(model, usage)
  }

  spend(model: string, usage: Usage): void {
    this.#sponsor?.spend(model, usage)
    this.#byModel.set(model, addUsage(this.#byModel.get(model) ?? noUsage, usage))
    const price = this.#engine.price(model)
    if (price === undefined) this.#costUsd = undefined
    else if (this.#costUsd !== undefined) this.#costUsd += costOf(usage, price)
  }

  get usage(): Usage {
    return [...this.#byModel.values()].reduce(addUsage, noUsage)
  }

  get usageByModel(): Readonly<Record<string, Usage>> {
    return Object.fromEntries(this.#byModel)
  }

  /** US dollars so far; undefined once a model of unknown price answered. */
  get costUsd(): number | undefined {
    return this.#costUsd
  }

  /** The ending of a run that may not make another request. */
  noMoreTurns(): RunEnding | undefined {
    const { maxTurns } = this.#limits
    return maxTurns !== undefined && this.turns >= maxTurns
      ? { kind: 'limit', limit: 'turns', max: maxTurns }
      : undefined
  }

  /** The ending of a run that spent too much: its pending calls do not run any more. */
  overspent(): RunEnding | undefined {
    const { maxTokens, maxCostUsd } = this.#limits
    if (maxTokens !== undefined && totalTokens(this.usage) > maxTokens)
      return { kind: 'limit', limit: 'tokens', max: maxTokens }
    if (maxCostUsd !== undefined && (this.costUsd ?? 0) > maxCostUsd)
      return { kind: 'limit', limit: 'cost', max: maxCostUsd }
    return this.#sponsor?.overspent()
  }
}

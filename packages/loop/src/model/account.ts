import type { Denial, RaiderEvent, RunEnding, Sponsor, Usage } from '@raider/contracts'
import { Budget } from './budget.js'
import type { Conversation } from '../conversation.js'

const none: readonly Denial[] = []

/**
 * What one run and the sessions below it use and are refused; the run of a subagent passes it on to its own sponsor. What subagents in
 * the background do after the run goes to the account of the next one.
 */
export class Account implements Sponsor {
  readonly budget: Budget
  readonly #conversation: Conversation
  #denials = none

  constructor(conversation: Conversation) {
    const { parts, gauge } = conversation
    this.#conversation = conversation
    this.budget = new Budget(parts.limits, parts.engine, gauge.total)
  }

  /** Calls that were not permitted. */
  get denials(): readonly Denial[] {
    return this.#denials
  }

  relay(event: RaiderEvent): void | Promise<void> {
    return this.#conversation.access.relay(event)
  }

  spend(model: string, usage: Usage): void {
    this.#open().budget.spend(model, usage)
  }

  overspent(): RunEnding | undefined {
    return this.#open().budget.overspent()
  }

  deny(denial: Denial): void {
    this.#open().#refuse(denial)
    this.#conversation.parts.child?.sponsor.deny(denial)
  }

  /** This account, or the one that follows it once it is closed. */
  #open(): Account {
    return this.#conversation.account
  }

  #refuse(denial: Denial): void {
    this.#denials = [...this.#denials, denial]
  }
}

import {
  messageOf,
  RaiderError,
  type CloseReason,
  type Note,
  type Plugin,
  type PluginSteps,
  type RaiderEvent,
  type SessionScope,
  type StepScope,
  type Tally,
  type Verdict,
} from '@raider/contracts'
import { tally } from './tally.js'

/** Steps that return a verdict. */
export type VoteStep =
  | 'beforePrompt'
  | 'beforeTool'
  | 'beforeAsk'
  | 'afterBatch'
  | 'beforeStop'
  | 'beforeCompact'
  | 'beforeChange'

/** Steps that pass a value on. */
export type FoldStep = 'open' | 'beforeModel' | 'afterModel' | 'afterTool'

type Step<S extends keyof PluginSteps> = NonNullable<PluginSteps[S]>
type Subject<S extends VoteStep> = Parameters<Step<S>>[0]
type Value<S extends FoldStep> = Parameters<Step<S>>[0]

/** A throw of these refuses what was voted on; elsewhere it is reported and the plugin abstains. */
const failClosed: ReadonlySet<VoteStep> = new Set(['beforePrompt', 'beforeTool', 'beforeAsk'])

/** The plugins of one session, in array order, with a runner for each kind of step. */
export interface Chain {
  /** True where some plugin takes this step: callers may skip building its subject. */
  has(step: keyof PluginSteps): boolean
  /** Every plugin votes on the same subject; the strictest stance wins. Never throws. */
  vote<S extends VoteStep>(step: S, subject: Subject<S>, scope: StepScope): Promise<Tally>
  /**
   * Each plugin gets its predecessor's value. A throw keeps the value and is reported; for a plugin marked `guard` the value
   * becomes what `withhold` makes of it.
   */
  fold<S extends FoldStep>(
    step: S,
    value: Value<S>,
    scope: StepScope,
    withhold: (value: Value<S>, error: string) => Value<S>,
  ): Promise<Value<S>>
  /** Tells every plugin of an event, in order; awaited only where one returned a promise. */
  tap(event: RaiderEvent): void | Promise<void>
  close(reason: CloseReason, scope: StepScope): Promise<void>
  /** Takes the notes that became ready in the background. */
  pending(): Promise<readonly Note[]>
  /** Files whose changes plugins want to hear of while `cwd` is the current folder. */
  watched(cwd: string): readonly string[]
  /** What plugins could not do since they were asked last, though it is required. */
  shortfalls(): readonly string[]
}

interface Member {
  readonly plugin: Plugin
  readonly steps: PluginSteps
}

/**
 * Makes the plugins of a session.
 * @throws RaiderError `duplicate-plugin`, or `plugin-failed` where a factory throws.
 */
export async function createChain(plugins: readonly Plugin[], session: SessionScope): Promise<Chain> {
  refuseDuplicates(plugins)
  let members: readonly Member[] = []
  try {
    for (const plugin of plugins) members = members.concat({ plugin, steps: await make(plugin, session) })
  } catch (error) {
    // Those that were made may hold files and locks.
    await new PluginChain(members, session).close('other', { ...session, run: '', promptId: '' })
    throw error
  }
  return new PluginChain(members, session)
}

function refuseDuplicates(plugins: readonly Plugin[]): void {
  const names = plugins.map((plugin) => plugin.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new RaiderError('duplicate-plugin', `Two plugins are named "${twice}". Give one of them another name.`)
}

async function make(plugin: Plugin, session: SessionScope): Promise<PluginSteps> {
  try {
    return await plugin.create(session)
  } catch (cause) {
    if (cause instanceof RaiderError) throw cause
    throw new RaiderError('plugin-failed', `Plugin "${plugin.name}" failed at start: ${messageOf(cause)}`, { cause })
  }
}

class PluginChain implements Chain {
  readonly #members: readonly Member[]
  readonly #session: SessionScope

  constructor(members: readonly Member[], session: SessionScope) {
    this.#members = members
    this.#session = session
  }

  #takers(step: keyof PluginSteps): readonly Member[] {
    return this.#members.filter((member) => member.steps[step] !== undefined)
  }

  has(step: keyof PluginSteps): boolean {
    return this.#members.some((member) => member.steps[step] !== undefined)
  }

  async vote<S extends VoteStep>(step: S, subject: Subject<S>, scope: StepScope): Promise<Tally> {
    const verdicts: Verdict[] = []
    for (const { plugin, steps } of this.#takers(step)) {
      try {
        const cast = steps[step] as (subject: Subject<S>, scope: StepScope) => ReturnType<Step<S>>
        const verdict = await cast.call(steps, subject, scope)
        if (verdict !== undefined) verdicts.push(verdict)
      } catch (error) {
        await this.#report(plugin, step, error)
        if (failClosed.has(step)) verdicts.push(refusalBy(plugin, step, error))
      }
    }
    return tally(verdicts)
  }

  async fold<S extends FoldStep>(
    step: S,
    value: Value<S>,
    scope: StepScope,
    withhold: (value: Value<S>, error: string) => Value<S>,
  ): Promise<Value<S>> {
    let current = value
    for (const { plugin, steps } of this.#takers(step)) {
      try {
        const next = steps[step] as (value: Value<S>, scope: StepScope) => Value<S> | Promise<Value<S>>
        current = await next.call(steps, current, scope)
      } catch (error) {
        await this.#report(plugin, step, error)
        if (plugin.guard === true) current = withhold(current, `Plugin "${plugin.name}" failed: ${messageOf(error)}`)
      }
    }
    return current
  }

  tap(event: RaiderEvent): void | Promise<void> {
    let waiting: Promise<void> | undefined
    for (const { plugin, steps } of this.#members) {
      if (waiting !== undefined) waiting = waiting.then(() => this.#tell(plugin, steps, event))
      else waiting = this.#tell(plugin, steps, event) ?? undefined
    }
    return waiting
  }

  #tell(plugin: Plugin, steps: PluginSteps, event: RaiderEvent): void | Promise<void> {
    const failed = (error: unknown): void | Promise<void> =>
      // A tap that fails on the report of its own failure would never end.
      event.type === 'notice' ? undefined : this.#report(plugin, 'onEvent', error)
    try {
      const told = steps.onEvent?.(event)
      return told instanceof Promise ? told.catch(failed) : undefined
    } catch (error) {
      return failed(error)
    }
  }

  async close(reason: CloseReason, scope: StepScope): Promise<void> {
    for (const { plugin, steps } of this.#members) {
      try {
        await steps.close?.(reason, scope)
      } catch (error) {
        await this.#report(plugin, 'close', error)
      }
    }
  }

  async pending(): Promise<readonly Note[]> {
    const notes: Note[] = []
    for (const { plugin, steps } of this.#members) {
      try {
        notes.push(...((await steps.pending?.()) ?? []))
      } catch (error) {
        await this.#report(plugin, 'pending', error)
      }
    }
    return notes
  }

  watched(cwd: string): readonly string[] {
    return this.#members.flatMap((member) => member.steps.watched?.(cwd) ?? [])
  }

  shortfalls(): readonly string[] {
    return this.#members.flatMap((member) => member.steps.shortfall?.() ?? [])
  }

  #report(plugin: Plugin, step: string, error: unknown): void | Promise<void> {
    return this.#session.emit({
      type: 'notice',
      level: 'error',
      text: `Plugin "${plugin.name}" failed in ${step}: ${messageOf(error)}`,
      source: { kind: 'plugin', name: plugin.name },
    })
  }
}

const refusalBy = (plugin: Plugin, step: string, error: unknown): Verdict => ({
  stance: 'deny',
  reason: `Refused, since plugin "${plugin.name}" failed in ${step}: ${messageOf(error)}`,
  source: { kind: 'plugin', name: plugin.name },
})

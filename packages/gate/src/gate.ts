import {
  cancelReason,
  SparseMap,
  type CancelReason,
  type SealedCall,
  type Stop,
  type Tally,
  type ToolOutcome,
} from '@raider/contracts'
import { admit, type Admission, type Door } from './admission.js'
import type { CallRequest } from './check.js'
import { decodeInput } from './decode.js'
import { execute } from './execution.js'
import { cancelled } from './refusal.js'
import type { TurnScope } from './scope.js'
import { seal } from './seal.js'

/** What one batch of calls came to. */
export interface BatchResult {
  /** Every call of the batch, in the order of the model. */
  readonly calls: readonly SealedCall[]
  /** What `afterBatch` voters said; absent where nobody was asked. */
  readonly tally?: Tally
  /** The first wish to end the run. */
  readonly stop?: Stop
  /** A refusal asked to abort the turn. */
  readonly interrupt: boolean
}

/** The one door for tool calls. It knows no model. */
export interface Gate {
  /** Handles the calls of one turn. Never rejects. */
  batch(requests: readonly CallRequest[], scope: TurnScope): Promise<BatchResult>
  /** Handles calls that were deferred, anew from their votes on. Their batch is over, so nobody votes on that. Never rejects. */
  resume(requests: readonly CallRequest[], scope: TurnScope): Promise<BatchResult>
}

/** Makes the gate of one run from what stands at its door. */
export const createGate = (door: Door): Gate => ({
  batch: (requests, scope) => new Batch(door, scope).run(requests),
  resume: (requests, scope) => new Batch(door, scope).handle(requests),
})

interface Running {
  readonly admission: Admission
  readonly done: Promise<ToolOutcome>
}

/**
 * Steps 1 to 6 run in source order, one call at a time. Parallel-safe neighbours then execute together; any other call waits for
 * the ends of those before it, so that its hooks and its own check see what they did, and runs alone. Endings are sealed one at a
 * time.
 */
class Batch {
  readonly #door: Door
  readonly #scope: TurnScope
  readonly #sealed = new SparseMap<string, SealedCall>()
  #group: Running[] = []
  #stop: Stop | undefined
  #interrupt = false

  constructor(door: Door, scope: TurnScope) {
    this.#door = door
    this.#scope = scope
  }

  async run(requests: readonly CallRequest[]): Promise<BatchResult> {
    const result = await this.handle(requests)
    const tally = await this.#vote(result.calls)
    return {
      ...result,
      ...(tally !== undefined && { tally }),
      ...(this.#stop !== undefined && { stop: this.#stop }),
    }
  }

  async handle(requests: readonly CallRequest[]): Promise<BatchResult> {
    for (const request of requests) await this.#enter(request)
    await this.#flush()
    const calls = requests.flatMap((request) => this.#sealed.get(request.id) ?? [])
    return { calls, interrupt: this.#interrupt, ...(this.#stop !== undefined && { stop: this.#stop }) }
  }

  async #enter(request: CallRequest): Promise<void> {
    if (!(await mayRunBeside(request, this.#door))) await this.#flush()
    this.#door.ledger.open(request.id, request.name, request.input)
    await this.#scope.step.emit({ type: 'tool-call', id: request.id, name: request.name, input: request.input })
    const barred = this.#unheard()
    const admission = barred === undefined ? await admit(request, this.#door, this.#scope) : withheld(request, barred)
    // A wish to stop counts from the vote on, not only once the call is sealed.
    if (this.#scope.step.profile.stopBeforeTool === 'withholds the call') this.#stop ??= admission.stop
    if (admission.outcome !== undefined) {
      this.#group.push({ admission, done: Promise.resolve(admission.outcome) })
      if (this.#group.length === 1) await this.#flush()
    } else if (isParallel(admission)) this.#group.push({ admission, done: this.#start(admission) })
    else {
      await this.#flush()
      this.#group.push({ admission, done: this.#start(admission) })
      await this.#flush()
    }
  }

  /** Why no new call may start. */
  #barred(): CancelReason | undefined {
    const { signal, profile } = this.#scope.step
    if (signal.aborted) return cancelReason(signal)
    if (this.#interrupt) return { by: 'user', reason: 'the turn was interrupted' }
    if (this.#stop !== undefined && profile.stopBeforeTool === 'withholds the call')
      return { by: 'hook', reason: this.#stop.reason }
    return this.#scope.halted()
  }

  /** Why a call is not even voted on. */
  #unheard(): CancelReason | undefined {
    const barred = this.#barred()
    const { signal, profile } = this.#scope.step
    const isOverspent = barred?.by === 'deadline' && !signal.aborted
    return isOverspent && profile.overspentCall === 'after hooks' ? undefined : barred
  }

  async #start(admission: Admission): Promise<ToolOutcome> {
    const { call, decision, request } = admission
    const barred = this.#barred()
    if (call === undefined || barred !== undefined)
      return cancelled(barred ?? { by: 'parent', reason: 'nothing to run' }, decision)
    await this.#scope.step.emit({
      type: 'tool-start',
      id: request.id,
      name: call.tool.name,
      input: call.input,
      decision,
    })
    this.#door.ledger.mark(request.id, 'executed')
    return execute(call, decision, { ...this.#scope.forCall(request.id, this.#scope.step.signal), given: call.given })
  }

  /** Seals everything that runs, in source order or, where the profile says so, in order of completion. */
  async #flush(): Promise<void> {
    const group = this.#group
    this.#group = []
    if (this.#scope.step.profile.sealOrder === 'source' || group.length < 2) {
      for (const running of group) await this.#seal(running, await running.done)
      return
    }
    const open = new Map(
      group.map((running, index) => [index, running.done.then((outcome) => ({ index, running, outcome }))]),
    )
    while (open.size > 0) {
      const { index, running, outcome } = await Promise.race(open.values())
      open.delete(index)
      await this.#seal(running, outcome)
    }
  }

  async #seal({ admission }: Running, outcome: ToolOutcome): Promise<void> {
    const sealed = await seal(admission, outcome, this.#door, this.#scope)
    this.#sealed.set(sealed.call.id, sealed.call)
    this.#stop ??= sealed.stop
    this.#interrupt ||= sealed.interrupt
  }

  #isOver(): boolean {
    return this.#scope.step.signal.aborted || this.#scope.halted() !== undefined
  }

  async #vote(calls: readonly SealedCall[]): Promise<Tally | undefined> {
    const { chain } = this.#door
    const pending = calls.some((call) => call.status === 'deferred')
    const over = this.#stop !== undefined || this.#interrupt || pending || this.#isOver()
    if (over || calls.length === 0 || !chain.has('afterBatch')) return undefined
    const tally = await chain.vote('afterBatch', { calls }, this.#scope.step)
    this.#stop ??= tally.stop
    return tally
  }
}

const withheld = (request: CallRequest, cancel: CancelReason): Admission => {
  const decision = { allowed: false, reason: cancel.reason, votes: [], considered: [] }
  return { request, decision, notes: [], outcome: cancelled(cancel, decision) }
}

/** Judged by what the model wrote; what hooks make of it is judged again. */
const mayRunBeside = async ({ name, input }: CallRequest, { find }: Door): Promise<boolean> => {
  const tool = find(name)
  if (tool?.parallel === undefined) return false
  const decoded = await decodeInput(tool, input)
  return decoded.ok && tool.parallel(decoded.value)
}

const isParallel = ({ call }: Admission): boolean => call?.tool.parallel?.(call.input) ?? false

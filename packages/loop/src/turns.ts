import {
  cancelReason,
  text,
  type AssistantMessage,
  type Fault,
  type ModelReply,
  type ModelRequest,
  type Note,
  type RunEnding,
  type Stop,
  type StopReason,
  type ToolUseBlock,
} from '@raider/contracts'
import type { BatchResult, Gate } from '@raider/gate'
import type { AutoCompaction } from './compaction/auto-compaction.js'
import type { Budget } from './model/budget.js'
import { stopFailure } from './change.js'
import type { Conversation } from './conversation.js'
import { hear } from './background/news.js'
import { receive, withUniqueIds } from './model/reply.js'
import type { Run } from './run.js'
import type { RunScope } from './scope.js'
import { Spoken } from './model/spoken.js'

/** What one run works with. */
interface TurnParts {
  readonly conversation: Conversation
  readonly gate: Gate
  readonly budget: Budget
  readonly scope: RunScope
  readonly run: Run
  /** The request without its messages and tools. */
  readonly request: Omit<ModelRequest, 'messages' | 'tools'>
  /** Keeps the conversation within the model's context. */
  readonly compaction: AutoCompaction
}

/** How often a reply that says nothing is asked for again. */
const maxSilentReplies = 1

/** How often the model may go on after the provider stopped its reply. */
const maxRefusals = 1

/** How often a reply that was cut at its token limit is asked to go on. */
const maxResumes = 3

/** Turn after turn: ask the model, run its calls, until it ends, a limit ends it, or somebody does. */
export class Turns {
  readonly #parts: TurnParts
  readonly #spoken: Spoken
  /** Blocks by stop voters in a row, and whether the run goes on because of one. */
  #stopBlocks = 0
  #blocked = false
  #silentReplies = 0
  #refusals = 0
  #resumes = 0
  #replyTo: readonly Note[] = []

  constructor(parts: TurnParts) {
    this.#parts = parts
    this.#spoken = new Spoken(parts.conversation, parts.scope, parts.run.id)
  }

  /** The last text of the model; empty where calls came after it. */
  get text(): string {
    return this.#spoken.shown
  }

  async run(): Promise<RunEnding> {
    for (;;) {
      const ending = this.#cancelled() ?? this.#parts.budget.noMoreTurns() ?? (await this.#turn())
      if (ending !== undefined) return ending
    }
  }

  /** One request and what follows from its reply. */
  async #turn(): Promise<RunEnding | undefined> {
    const hopeless = await this.#parts.compaction.before()
    if (hopeless !== undefined) return this.#failed(hopeless)
    let received = await this.#ask()
    if ('fault' in received && (await this.#parts.compaction.after(received.fault))) received = await this.#ask()
    if ('fault' in received) return this.#failed(received.fault)
    const { reply } = received
    const calls = reply.message.content.filter((block): block is ToolUseBlock => block.type === 'tool_use')
    const overspent = this.#parts.budget.overspent()
    if (reply.stopReason === 'refusal') return overspent ?? this.#refused(calls)
    if (calls.length > 0) return this.#call(calls, overspent)
    if (overspent !== undefined) return overspent
    if (reply.stopReason === 'pause' && this.#parts.scope.step.profile.pausedReply === 'goes on') return undefined
    if (isSilent(reply.message) && this.#silentReplies++ < maxSilentReplies)
      return this.#goOn('Your reply had nothing in it that the user could read. Go on, and answer them.')
    if (isCut(reply.stopReason)) return this.#cut()
    return this.#stop(reply)
  }

  /** Sends the model on with words that are neither the user's nor a hook's. */
  async #goOn(words: string): Promise<undefined> {
    await this.#parts.conversation.history.say('raider', text(words))
  }

  /** The provider stopped a reply: the model may go on once; what it called for is not run (Claude Code 2.1.332, seen). */
  async #refused(calls: readonly ToolUseBlock[]): Promise<RunEnding | undefined> {
    this.#parts.conversation.history.giveUp(
      calls,
      'The reply with this call was stopped by the provider, so it was not run.',
    )
    if (this.#refusals++ < maxRefusals)
      return this.#goOn('Your reply was stopped by a safety check of the provider. Go on without what it was about.')
    const message = 'The provider stopped the reply of the model for safety, and once more after it was told so.'
    return this.#failed({ kind: 'refusal', message, attempts: 1 })
  }

  async #cut(): Promise<RunEnding | undefined> {
    if (this.#resumes++ < maxResumes)
      return this.#goOn(
        'Your reply was cut at its token limit. Go on directly from where it ended, without repeating anything.',
      )
    const message = `The reply of the model was cut at its token limit ${maxResumes + 1} times in a row.`
    return this.#failed({ kind: 'output-limit', message, attempts: 1 })
  }

  async #ask(): Promise<{ readonly reply: ModelReply } | { readonly fault: Fault }> {
    const { conversation, scope, budget } = this.#parts
    const { chain, history, parts, gauge } = conversation
    const { engine } = parts
    const { step } = scope
    const news = await hear(conversation.takeNews(), chain, step)
    await history.note([...this.#replyTo, ...(await chain.pending()), ...news])
    this.#replyTo = []
    const receipts = history.flush()
    const draft: ModelRequest = { ...this.#parts.request, messages: history.messages, tools: conversation.offers() }
    const request = chain.has('beforeModel')
      ? await chain.fold('beforeModel', draft, step, (kept) => ({ ...kept, messages: [] }))
      : draft
    const turn = budget.turns + 1
    const model = engine.resolve(request.model ?? engine.model)
    await step.emit({ type: 'model-request', turn, model, messages: request.messages.length, receipts })
    const received = await receive(engine, request, step.signal, step.emit)
    if ('fault' in received) return received
    budget.reply(received.reply.model, received.reply.usage)
    gauge.read(received.reply.usage)
    const reply = await this.#adopt(received.reply)
    // A message that says nothing would make the conversation unacceptable to the provider.
    if (!isSilent(reply.message)) history.reply(reply.message)
    await this.#spoken.tell(reply, turn)
    return { reply }
  }

  /** Lets plugins see the reply, and makes its call ids unique. */
  async #adopt(received: ModelReply): Promise<ModelReply> {
    const { conversation, scope } = this.#parts
    const { chain, usedIds } = conversation
    const folded = chain.has('afterModel')
      ? await chain.fold('afterModel', received, scope.step, (kept, error) => ({
          ...kept,
          message: { role: 'assistant', content: [text(error)] },
        }))
      : received
    const { message, replaced } = withUniqueIds(folded.message, usedIds)
    for (const id of replaced)
      await scope.step.emit({
        type: 'notice',
        level: 'warning',
        text: `The model used the call id "${id}" again; the later call was given an id of its own.`,
      })
    return replaced.length === 0 ? folded : { ...folded, message }
  }

  async #call(calls: readonly ToolUseBlock[], overspent: RunEnding | undefined): Promise<RunEnding | undefined> {
    const { gate, scope, conversation, run } = this.#parts
    this.#spoken.withdraw()
    this.#stopBlocks = 0
    this.#resumes = 0
    if (overspent !== undefined) run.halt({ by: 'deadline', reason: 'a budget ran out' })
    const cwd = scope.step.cwd()
    const batch = await gate.batch(calls, scope)
    await this.#take(batch, calls, cwd)
    if (batch.tally !== undefined) await conversation.history.note(batch.tally.notes)
    return overspent ?? this.#afterBatch(batch)
  }

  /** Asks again about calls that were deferred; an ending where the run does not go on. */
  async resume(calls: readonly ToolUseBlock[]): Promise<RunEnding | undefined> {
    const { gate, scope } = this.#parts
    const cwd = scope.step.cwd()
    const batch = await gate.resume(calls, scope)
    await this.#take(batch, calls, cwd)
    const { stop, ...rest } = batch
    return this.#afterBatch(stop !== undefined && scope.step.profile.resumedStop === 'counts' ? batch : rest)
  }

  /** Takes the results of a batch into the conversation. */
  async #take(batch: BatchResult, asked: readonly ToolUseBlock[], cwd: string): Promise<void> {
    const { conversation, scope } = this.#parts
    await conversation.history.answer(batch.calls, scope.step.profile)
    for (const { status, name, id, original } of batch.calls) {
      if (status === 'refused') scope.deny({ tool_name: name, tool_use_id: id, tool_input: original })
      if (status === 'deferred') await scope.step.emit({ type: 'call-deferred', id, name, input: original })
    }
    const deferred = new Set(batch.calls.filter((call) => call.status === 'deferred').map((call) => call.id))
    if (deferred.size > 0) conversation.agenda.defer(asked.filter((call) => deferred.has(call.id)))
    if (scope.step.cwd() !== cwd) await conversation.watching.moved(cwd, scope.step)
  }

  #afterBatch(batch: BatchResult): RunEnding | undefined {
    const { tally, stop } = batch
    if (batch.interrupt) return { kind: 'cancelled', by: 'user', reason: 'a refusal interrupted the turn' }
    if (stop !== undefined) return this.#stopped(stop)
    const cancelled = this.#cancelled()
    if (cancelled !== undefined) return cancelled
    const deferred = batch.calls.findLast((call) => call.status === 'deferred')
    if (deferred !== undefined)
      return { kind: 'deferred', call: { id: deferred.id, name: deferred.name, input: deferred.original } }
    if (tally?.stance === 'deny')
      return { kind: 'cancelled', by: 'hook', reason: tally.reason ?? 'stopped after the batch' }
    return undefined
  }

  /** The model wants to end: voters may send it on, up to the cap. */
  async #stop(reply: ModelReply): Promise<RunEnding | undefined> {
    const { conversation, scope } = this.#parts
    const { chain, history } = conversation
    const { stopBlockCap } = conversation.parts
    if (!chain.has('beforeStop')) return { kind: 'done' }
    const draft = {
      text: this.#spoken.words,
      active: this.#blocked,
      stopReason: reply.stopReason,
      tasks: conversation.tasks(),
    }
    const tally = await chain.vote('beforeStop', draft, scope.step)
    const objected = tally.votes.some((vote) => vote.stance === 'deny' && vote.reason !== undefined)
    if (tally.stop !== undefined) {
      // The next prompt tells the model why its turn ended. Where it was objected to besides, it is no answer (seen).
      await history.note(tally.notes)
      if (objected) this.#spoken.withdraw()
      return this.#stopped(tally.stop)
    }
    const cancelled = this.#cancelled()
    if (cancelled !== undefined) return this.#interruptedStop(cancelled)
    if (tally.stance !== 'deny' && tally.notes.length === 0) return { kind: 'done' }
    if (stopBlockCap > 0 && this.#stopBlocks >= stopBlockCap) {
      const warning = `Stop was blocked ${this.#stopBlocks + 1} times in a row; the run ends all the same.`
      await scope.step.emit({ type: 'notice', level: 'warning', text: warning })
      if (objected) this.#spoken.withdraw()
      return { kind: 'done' }
    }
    this.#stopBlocks++
    this.#blocked = true
    if (tally.reason !== undefined && tally.stance === 'deny') await history.say('raider', text(tally.reason))
    this.#replyTo = tally.notes
    return undefined
  }

  /** The answer was there, and only hooks were waited for. It is no answer to a user who broke that off (2.1.332, seen). */
  #interruptedStop(cancelled: Extract<RunEnding, { readonly kind: 'cancelled' }>): RunEnding {
    if (this.#parts.scope.step.profile.interruptedStop === 'cancelled') return cancelled
    if (cancelled.by === 'user') this.#spoken.withdraw()
    return { kind: 'done' }
  }

  #stopped(stop: Stop): RunEnding {
    this.#parts.run.halt({ by: 'hook', reason: stop.reason })
    return { kind: 'cancelled', by: 'hook', reason: stop.reason }
  }

  #cancelled(): Extract<RunEnding, { readonly kind: 'cancelled' }> | undefined {
    const { signal } = this.#parts.scope.step
    const cancel = signal.aborted ? cancelReason(signal) : this.#parts.run.halted()
    return cancel === undefined ? undefined : { kind: 'cancelled', ...cancel }
  }

  async #failed(fault: Fault): Promise<RunEnding> {
    const cancelled = this.#cancelled()
    if (cancelled !== undefined) return cancelled
    const { conversation, scope } = this.#parts
    const { chain } = conversation
    await scope.step.emit({ type: 'model-fault', fault })
    const isTold = fault.kind !== 'context-limit' || scope.step.profile.contextFailure === 'StopFailure'
    if (isTold && chain.has('beforeChange'))
      await chain.vote('beforeChange', stopFailure(fault, scope.step.profile), scope.step)
    return { kind: 'failed', fault }
  }
}

/** Nothing in it that could be read or run. */
const isSilent = ({ content }: AssistantMessage): boolean =>
  content.every((block) => (block.type === 'text' ? block.text.trim() === '' : block.type !== 'tool_use'))

/** It ended where there was no more room for it. */
const isCut = (reason: StopReason): boolean => reason === 'max-tokens' || reason === 'context-limit'

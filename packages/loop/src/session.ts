import { randomUUID } from 'node:crypto'
import {
  cancelReason,
  RaiderError,
  silence,
  type CancelReason,
  type CloseReason,
  type PermissionMode,
  type RunOutcome,
  type StepScope,
  type ToolOffer,
} from '@raider/contracts'
import { createChain, type Chain } from '@raider/gate'
import { refuseMisuse } from './misuse.js'
import { Broadcast } from './broadcast.js'
import { notification, setup } from './change.js'
import { Conversation } from './conversation.js'
import { carryOut } from './drive.js'
import type { Errand, Prompt } from './prompt/errand.js'
import { createFollower } from './watching/follower.js'
import { joined } from './joined.js'
import { switchModel } from './model-switch.js'
import type { SessionParts } from './parts.js'
import { leftNotices } from './history/past.js'
import { Run, type RunOptions } from './run.js'
import { newsAfter } from './background/patience.js'
import { shareOf, type TaskShare } from './background/task-share.js'
import { Transcript } from './history/transcript.js'
import { createSessionScope, currentScope, type OpenScope, type SessionAccess } from './scope.js'
import { openingOf, sourceOf } from './standing.js'

/** Milliseconds for what plugins do at the end; hooks have deadlines of their own below it. */
const endMs = 61_000

/**
 * A conversation with its own plugins, permissions and history. One run at a time; several sessions of one process know nothing
 * of each other.
 */
export class Session {
  readonly id: string
  readonly #parts: SessionParts
  readonly #abort = new AbortController()
  readonly #access: SessionAccess
  readonly #share: TaskShare
  readonly #scope: OpenScope
  readonly #transcript: Transcript | undefined
  readonly #broadcast: Broadcast
  /** There once the plugins are. */
  #conversation: Conversation | undefined
  #chain: Chain | undefined
  #cwd: string
  #busy = false
  #closed: Promise<void> | undefined

  private constructor(parts: SessionParts) {
    this.#parts = parts
    this.id = parts.child?.facts.id ?? parts.facts.session
    this.#cwd = parts.child?.cwd ?? parts.facts.projectDir
    this.#share = shareOf(this.id, parts.child?.tasks)
    this.#access = {
      signal: this.#abort.signal,
      state: parts.state,
      tasks: this.#share.tasks,
      cwd: () => this.#cwd,
      setCwd: (path) => this.#setCwd(path),
      permit: parts.permissions.permit,
      lend: (rules) => parts.permissions.lend(rules),
      vote: async (change, scope) => this.#chain?.vote('beforeChange', change, scope) ?? silence,
      mode: () => parts.permissions.mode(),
      emit: (event) => this.#broadcast.emit(event),
      relay: (event) => this.#broadcast.relay(event),
    }
    this.#transcript = transcriptOf(parts, this.#access)
    this.#broadcast = new Broadcast({
      session: this.id,
      agent: parts.facts.agentPath,
      transcript: this.#transcript,
      sponsor: parts.child?.sponsor,
    })
    this.#scope = createSessionScope(parts.facts, this.#access)
    if (parts.signal.aborted) this.#shutdown()
    else parts.signal.addEventListener('abort', this.#shutdown)
  }

  /** The host shuts down: whatever runs is aborted. */
  readonly #shutdown = (): void => this.#cut(cancelReason(this.#parts.signal))

  #cut(reason: CancelReason): void {
    this.#abort.abort(reason)
    this.#parts.following?.stop()
    this.#broadcast.audience?.cancel(reason)
  }

  /**
   * Makes the plugins and opens the session.
   * @param owner a run that hears of the session from its opening to its closing.
   * @throws RaiderError `duplicate-plugin`, `duplicate-tool`, `plugin-failed`, `unknown-price`, and what the engine's check finds.
   */
  static async open(parts: SessionParts, owner?: Run): Promise<Session> {
    refuseMisuse(parts)
    await parts.engine.check?.(parts.signal)
    const session = new Session(parts)
    try {
      if (owner !== undefined) session.#attend(owner)
      session.#chain = await createChain(parts.plugins, session.#scope)
      await session.#begin(session.#chain)
    } catch (error) {
      await session.close()
      throw error
    }
    return session
  }

  /** A run hears of the session, and ends with it. */
  #attend(run: Run): void {
    this.#broadcast.audience = run
    if (this.#access.signal.aborted) run.cancel(cancelReason(this.#access.signal))
  }

  async #begin(chain: Chain): Promise<void> {
    const { refusal, notices, past, setup: preparation } = this.#parts
    if (refusal !== undefined) throw refusal
    this.#broadcast.begin(chain)
    const betweenRuns = () => this.#betweenRuns(this.#access.signal)
    const setting = { parts: this.#parts, chain, access: this.#access, scope: this.#scope, share: this.#share }
    const conversation = new Conversation({ ...setting, betweenRuns })
    this.#conversation = conversation
    await this.#introduce(conversation)
    const left = past === undefined ? [] : leftNotices(past)
    for (const { level, text } of [...notices, ...left]) await this.#broadcast.emit({ type: 'notice', level, text })
    await this.#broadcast.catchUp()
    if (conversation.title !== undefined) await conversation.setTitle(conversation.title)
    if (preparation !== undefined && chain.has('beforeChange'))
      await chain.vote('beforeChange', setup(preparation), betweenRuns())
    const opening = openingOf(this.#parts, conversation.title, Date.now())
    await conversation.begin(
      chain.has('open') ? await chain.fold('open', opening, betweenRuns(), (kept) => kept) : opening,
    )
    this.#parts.following?.start(createFollower(this.#access, betweenRuns))
  }

  /** Tells listeners what the session is. */
  async #introduce({ toolbox }: Conversation): Promise<void> {
    const { facts, engine, model, permissions, child } = this.#parts
    await this.#broadcast.emit({
      type: 'session-open',
      cwd: facts.projectDir,
      source: sourceOf(this.#parts),
      model: engine.resolve(model ?? engine.model),
      mode: permissions.mode(),
      profile: facts.profile.name,
      tools: toolbox.news() ?? [],
      ...(this.#parts.agents !== undefined && { agents: this.#parts.agents }),
      ...(this.#parts.equipment !== undefined && { equipment: this.#parts.equipment }),
      ...(this.#parts.from !== undefined && { from: this.#parts.from }),
      ...(child !== undefined && {
        parent: { session: child.parent.session, call: child.parent.call },
        child: child.facts,
      }),
    })
  }

  #opened(): Conversation {
    if (this.#conversation === undefined) throw new RaiderError('session-closed', 'The session was not opened.')
    return this.#conversation
  }

  /** Title of the session, where it has one. */
  get title(): string | undefined {
    return this.#opened().title
  }

  setTitle(title: string): Promise<void> {
    return this.#opened().setTitle(title)
  }

  /** Tells plugins that somebody is waited for (Notification). */
  async notify(type: 'permission_prompt' | 'idle_prompt', message: string): Promise<void> {
    await this.#chain?.vote('beforeChange', notification(type, message), this.#betweenRuns(this.#access.signal))
  }

  /** The session's current folder; follows the model's `cd`. */
  get cwd(): string {
    return this.#cwd
  }

  mode(): PermissionMode {
    return this.#parts.permissions.mode()
  }

  /** Changes the mode for the calls to come. */
  async setMode(mode: PermissionMode): Promise<void> {
    this.#parts.permissions.setMode(mode)
    await this.#broadcast.emit({ type: 'mode-change', mode, by: { kind: 'host', name: 'setMode', layer: 'code' } })
  }

  /**
   * Changes the model for the runs to come; without a name it is the engine's own. Resolves with why a hook refused it; undefined
   * where none did.
   */
  setModel(model: string | undefined): Promise<string | undefined> {
    return switchModel(this.#opened(), model, this.#betweenRuns(this.#access.signal))
  }

  /** Names that a prompt may have behind a slash: skills and commands of the user's setup, as the session opened with them. */
  commandNames(): readonly string[] {
    return this.#parts.equipment?.commands ?? []
  }

  /** The tools as the model is told of them now. */
  offers(): readonly ToolOffer[] {
    return this.#opened().toolbox.offers()
  }

  /**
   * Starts a run. What waits goes first: calls that were deferred, prompts of plugins; the result is that of the last one.
   * @throws RaiderError `session-busy` or `session-closed`.
   */
  run(prompt: Prompt, options: RunOptions = {}): Run {
    return this.#start(this.#opened().agenda.errands(prompt), options)
  }

  /**
   * The same as runs of their own, one for each thing to do: await the result of each before you take the next. Without a prompt
   * there may be none. While a run ends well and tasks of it go on in the background, there is a further run for what they tell.
   * @param signal ends the waiting for such tasks. @throws as `run`.
   */
  async *runs(prompt: Prompt | undefined, signal: AbortSignal): AsyncGenerator<Run, undefined> {
    const errands = [...this.#opened().agenda.errands(prompt)]
    for (let next = errands.shift(); next !== undefined;) {
      const run = this.#start([next])
      yield run
      const outcome = await run.result
      next = errands.shift() ?? (await this.#news(outcome, signal))
    }
  }

  /** Drives a run that was made elsewhere and owns this session, until nothing goes on in the background either. */
  async drive(run: Run, prompt: Prompt): Promise<RunOutcome> {
    this.#claim()
    try {
      let outcome = await carryOut(run, this.#opened().agenda.errands(prompt), this.#opened())
      for (let news = await this.#news(outcome, run.signal); news !== undefined;) {
        outcome = joined(outcome, await carryOut(run, [news], this.#opened()))
        news = await this.#news(outcome, run.signal)
      }
      return outcome
    } finally {
      this.#busy = false
    }
  }

  #start(errands: readonly Errand[], options: RunOptions = {}): Run {
    this.#claim()
    const run = new Run(async (self) => {
      try {
        return await carryOut(self, errands, this.#opened())
      } finally {
        this.#busy = false
        this.#broadcast.audience = undefined
      }
    }, options)
    this.#attend(run)
    return run
  }

  #claim(): void {
    if (this.#closed !== undefined) throw new RaiderError('session-closed', 'The session was closed; open another one.')
    if (this.#busy)
      throw new RaiderError('session-busy', 'The session already runs; wait for its `result`, or open another session.')
    this.#busy = true
  }

  #news(outcome: RunOutcome, signal: AbortSignal): Promise<Errand | undefined> {
    return newsAfter(outcome, this.#share, this.#parts, signal)
  }

  /** Cancels what runs, runs the closing steps and frees everything. May be called again. */
  close(reason: CloseReason = 'other'): Promise<void> {
    // Clearing is something the user said, so hooks get an id for it.
    if (reason === 'clear' && this.#broadcast.promptId === '') this.#broadcast.promptId = randomUUID()
    this.#closed ??= this.#close(reason)
    return this.#closed
  }

  async #close(reason: CloseReason): Promise<void> {
    const ending: CancelReason = { by: 'shutdown', reason: 'the session was closed' }
    if (this.#busy) {
      const run = this.#broadcast.audience
      run?.cancel(ending)
      await run?.result.catch(() => undefined)
    }
    this.#conversation?.watching.close()
    this.#parts.following?.stop()
    await this.#share.close(ending)
    await this.#broadcast.emit({ type: 'session-close', reason })
    await this.#chain?.close(reason, this.#betweenRuns(AbortSignal.timeout(endMs)))
    this.#transcript?.close()
    this.#parts.signal.removeEventListener('abort', this.#shutdown)
    this.#abort.abort(ending)
  }

  #betweenRuns(signal: AbortSignal): StepScope {
    const scope = currentScope(this.#scope, this.#parts.facts)
    return { ...scope, signal, run: '', promptId: this.#parts.child?.parent.promptId ?? this.#broadcast.promptId }
  }

  #setCwd(path: string): void {
    if (path === this.#cwd) return
    const from = this.#cwd
    this.#cwd = path
    void this.#broadcast.emit({ type: 'cwd-change', from, to: path })
  }
}

function transcriptOf({ transcript, facts, child, past }: SessionParts, access: SessionAccess): Transcript | undefined {
  if (!transcript) return undefined
  return new Transcript(facts, child?.facts.transcript ?? facts.transcriptPath, access, past?.lastLine ?? null)
}

import { randomUUID } from 'node:crypto'
import {
  cancelReason,
  RaiderError,
  silence,
  SparseSet,
  type CancelReason,
  type CloseReason,
  type Note,
  type Opening,
  type PermissionMode,
  type RunOutcome,
  type SessionScope,
  type StepScope,
  type ToolOffer,
} from '@raider/contracts'
import { createChain, type Chain } from '@raider/gate'
import { Agenda } from './agenda.js'
import { refuseMisuse } from './misuse.js'
import { Broadcast } from './broadcast.js'
import { notification, setup } from './change.js'
import { carryOut, type Conversation } from './drive.js'
import type { Errand, Prompt } from './errand.js'
import { createFollower } from './follower.js'
import { Gauge } from './gauge.js'
import { History } from './history.js'
import { joined } from './joined.js'
import type { SessionParts } from './parts.js'
import { leftNotices, type Past } from './past.js'
import { Run } from './run.js'
import { shareOf, type TaskShare } from './task-share.js'
import { Transcript } from './transcript.js'
import { Toolbox } from './toolbox.js'
import { createSessionScope, type SessionAccess } from './scope.js'
import { openingOf, sourceOf } from './standing.js'
import { Watching } from './watching.js'

/** Milliseconds for what plugins do at the end; hooks have deadlines of their own below it. */
const endMs = 61_000

/** Milliseconds that commands in the background get to end by themselves (Claude Code 2.1.332, seen). */
const shellWaitMs = 5_000

/**
 * A conversation with its own plugins, permissions and history. One run at a time; several sessions of one process know nothing
 * of each other.
 */
export class Session {
  readonly id: string
  readonly #parts: SessionParts
  readonly #toolbox: Toolbox
  readonly #abort = new AbortController()
  readonly #history: History
  readonly #usedIds = new SparseSet<string>()
  readonly #access: SessionAccess
  readonly #share: TaskShare
  readonly #scope: SessionScope
  readonly #transcript: Transcript | undefined
  readonly #broadcast: Broadcast
  #chain: Chain | undefined
  #cwd: string
  #busy = false
  #openNotes: readonly Note[] = []
  readonly #gauge: Gauge
  #watching: Watching | undefined
  readonly #agenda: Agenda
  #title: string | undefined
  #closed: Promise<void> | undefined

  private constructor(parts: SessionParts) {
    this.#parts = parts
    this.#agenda = new Agenda(parts.preface)
    this.#toolbox = new Toolbox(parts)
    this.id = parts.child?.facts.id ?? parts.facts.session
    this.#cwd = parts.child?.cwd ?? parts.facts.projectDir
    this.#share = shareOf(this.id, parts.child?.tasks)
    this.#transcript = parts.transcript
      ? new Transcript(
          { ...parts.facts, ...(parts.child !== undefined && { transcriptPath: parts.child.facts.transcript }) },
          () => parts.permissions.mode(),
          () => this.#cwd,
          parts.past?.lastLine ?? null,
        )
      : undefined
    this.#broadcast = new Broadcast({
      session: this.id,
      agent: parts.facts.agentPath,
      transcript: this.#transcript,
      sponsor: parts.child?.sponsor,
    })
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
    this.#history = new History(this.#access.emit, parts.past)
    this.#gauge = new Gauge(parts)
    this.#title = parts.title ?? parts.past?.title
    this.#recall(parts.past)
    this.#scope = createSessionScope(parts.facts, this.#access)
    if (parts.signal.aborted) this.#shutdown()
    else parts.signal.addEventListener('abort', this.#shutdown)
  }

  /** The host shuts down: whatever runs is aborted. */
  readonly #shutdown = (): void => this.#cut(cancelReason(this.#parts.signal))

  #cut(reason: CancelReason): void {
    this.#abort.abort(reason)
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
    const source = sourceOf(this.#parts)
    const { facts, engine, model, permissions, notices, child, refusal } = this.#parts
    if (refusal !== undefined) throw refusal
    this.#broadcast.begin(chain)
    await this.#broadcast.emit({
      type: 'session-open',
      cwd: facts.projectDir,
      source,
      model: engine.resolve(model ?? engine.model),
      mode: permissions.mode(),
      profile: facts.profile.name,
      tools: this.#toolbox.news() ?? [],
      ...(this.#parts.agents !== undefined && { agents: this.#parts.agents }),
      ...(this.#parts.equipment !== undefined && { equipment: this.#parts.equipment }),
      ...(this.#parts.from !== undefined && { from: this.#parts.from }),
      ...(child !== undefined && {
        parent: { session: child.parent.session, call: child.parent.call },
        child: child.facts,
      }),
    })
    const { setup: preparation, past } = this.#parts
    const left = past === undefined ? [] : leftNotices(past)
    for (const { level, text } of [...notices, ...left]) await this.#broadcast.emit({ type: 'notice', level, text })
    await this.#broadcast.catchUp()
    if (this.#title !== undefined) await this.setTitle(this.#title)
    const scope = this.#betweenRuns(this.#access.signal)
    this.#watching = new Watching(chain, () => this.#betweenRuns(this.#access.signal))
    if (preparation !== undefined && chain.has('beforeChange'))
      await chain.vote('beforeChange', setup(preparation), scope)
    let watched: readonly string[] = []
    if (chain.has('open')) {
      const opening = openingOf(this.#parts, this.#title, Date.now())
      const opened = await chain.fold('open', opening, scope, (kept) => kept)
      await this.#opened(opened)
      watched = opened.watch ?? []
    }
    this.#watching.name(watched)
    this.#parts.follow?.(createFollower(this.#access, scope), this.#access.signal)
  }

  /** Takes over what an earlier conversation left open. */
  #recall(past: Past | undefined): void {
    if (past === undefined) return
    for (const id of past.callIds) this.#usedIds.add(id)
    const first = this.#parts.facts.profile.deferredCalls === 'all' ? 0 : -1
    this.#agenda.defer(past.deferred.slice(first))
    if (first < 0) this.#history.giveUp(past.deferred.slice(0, first), forgotten)
  }

  async #opened({ notes, firstPrompt, title }: Opening): Promise<void> {
    this.#openNotes = this.#history.unsaid(notes)
    if (firstPrompt !== undefined) this.#agenda.add(firstPrompt)
    if (title !== undefined && title !== this.#title) await this.setTitle(title)
  }

  /** Title of the session, where it has one. */
  get title(): string | undefined {
    return this.#title
  }

  async setTitle(title: string): Promise<void> {
    this.#title = title
    await this.#broadcast.emit({ type: 'title-change', title })
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

  /** The tools as the model is told of them now. */
  offers(): readonly ToolOffer[] {
    return this.#toolbox.offers()
  }

  /** Tells listeners of an offer that they do not know yet. */
  #currentOffers(): readonly ToolOffer[] {
    const tools = this.#toolbox.news()
    if (tools !== undefined) void this.#broadcast.emit({ type: 'tools-change', tools })
    return this.offers()
  }

  /**
   * Starts a run. What waits goes first: calls that were deferred, prompts of plugins; the result is that of the last one.
   * @throws RaiderError `session-busy` or `session-closed`.
   */
  run(prompt: Prompt): Run {
    return this.#start(this.#agenda.errands(prompt))
  }

  /**
   * The same as runs of their own, one for each thing to do: await the result of each before you take the next. Without a prompt
   * there may be none. While a run ends well and tasks of it go on in the background, there is a further run for what they tell.
   * @param signal ends the waiting for such tasks. @throws as `run`.
   */
  async *runs(prompt: Prompt | undefined, signal: AbortSignal): AsyncGenerator<Run, undefined> {
    const errands = [...this.#agenda.errands(prompt)]
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
      let outcome = await carryOut(run, this.#agenda.errands(prompt), () => this.#conversation())
      for (let news = await this.#news(outcome, run.signal); news !== undefined;) {
        outcome = joined(outcome, await carryOut(run, [news], () => this.#conversation()))
        news = await this.#news(outcome, run.signal)
      }
      return outcome
    } finally {
      this.#busy = false
    }
  }

  #start(errands: readonly Errand[]): Run {
    this.#claim()
    const run = new Run(async (self) => {
      try {
        return await carryOut(self, errands, () => this.#conversation())
      } finally {
        this.#busy = false
        this.#broadcast.audience = undefined
      }
    })
    this.#attend(run)
    return run
  }

  #claim(): void {
    if (this.#closed !== undefined) throw new RaiderError('session-closed', 'The session was closed; open another one.')
    if (this.#busy)
      throw new RaiderError('session-busy', 'The session already runs; wait for its `result`, or open another session.')
    this.#busy = true
  }

  #conversation(): Conversation {
    const chain = this.#chain
    if (chain === undefined) throw new RaiderError('session-closed', 'The session was not opened.')
    this.#currentOffers()
    return {
      parts: this.#parts,
      chain,
      history: this.#history,
      usedIds: this.#usedIds,
      access: this.#access,
      scope: this.#scope,
      toolbox: this.#toolbox,
      offers: () => this.#currentOffers(),
      takeNews: () => this.#share.take(),
      takeOpenNotes: () => {
        const notes = this.#openNotes
        this.#openNotes = []
        return notes
      },
      agenda: this.#agenda,
      gauge: this.#gauge,
      title: () => this.#title,
      setTitle: (title) => this.setTitle(title),
      moved: async (from, step) => this.#watching?.moved(from, step),
    }
  }

  /** After a run that went well: waits until a background task has something to tell; undefined where there is nothing to wait for. */
  async #news({ kind }: RunOutcome, signal: AbortSignal): Promise<Errand | undefined> {
    const { backgroundWaitMs: subagent = 600_000 } = this.#parts
    // A server that was started in the background would keep the session open for nothing.
    const isShort = this.#parts.facts.profile.commandWait === 'five seconds'
    const patience = { subagent, shell: isShort ? Math.min(subagent, shellWaitMs) : subagent }
    return kind === 'done' && (await this.#share.hasNews(signal, patience)) ? { prompt: [] } : undefined
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
    this.#watching?.close()
    await this.#share.close(ending)
    await this.#broadcast.emit({ type: 'session-close', reason })
    await this.#chain?.close(reason, this.#betweenRuns(AbortSignal.timeout(endMs)))
    this.#transcript?.close()
    this.#parts.signal.removeEventListener('abort', this.#shutdown)
    this.#abort.abort(ending)
  }

  #betweenRuns(signal: AbortSignal): StepScope {
    return { ...this.#scope, signal, run: '', promptId: this.#parts.child?.parent.promptId ?? this.#broadcast.promptId }
  }

  #setCwd(path: string): void {
    if (path === this.#cwd) return
    const from = this.#cwd
    this.#cwd = path
    void this.#broadcast.emit({ type: 'cwd-change', from, to: path })
  }
}

/** What the model is told of a deferred call that nobody asks about again. */
const forgotten = 'The call waited for a decision and was not carried out.'

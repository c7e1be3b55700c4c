import { randomUUID } from 'node:crypto'
import {
  RaiderError,
  silence,
  type CloseReason,
  type EventBody,
  type Note,
  type Opening,
  type PermissionMode,
  type RaiderEvent,
  type RunOutcome,
  type SessionScope,
  type StepScope,
  type ToolOffer,
} from '@raider/contracts'
import { createChain, type Chain } from '@raider/gate'
import { Agenda } from './agenda.js'
import { refuseMisuse } from './misuse.js'
import { Gauge } from './auto-compaction.js'
import { cwdChanged, fileChanged, notification, setup } from './change.js'
import { carryOut, type Conversation } from './drive.js'
import type { Errand, Prompt } from './errand.js'
import { FileWatch, type FileEvent } from './file-watch.js'
import { createFollower } from './follower.js'
import { History } from './history.js'
import { joined } from './joined.js'
import type { SessionParts } from './parts.js'
import { leftNotices, type Past } from './past.js'
import { Run } from './run.js'
import { shareOf, type TaskShare } from './task-share.js'
import { Transcript } from './transcript.js'
import { Toolbox } from './toolbox.js'
import { createSessionScope, type SessionAccess } from './scope.js'
import { sourceOf, standingOf } from './standing.js'

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
  readonly #usedIds = new Set<string>()
  readonly #access: SessionAccess
  readonly #share: TaskShare
  readonly #scope: SessionScope
  readonly #transcript: Transcript | undefined
  #chain: Chain | undefined
  #cwd: string
  /** Who hears the session's events: the run that goes on, or the one that owns the session. */
  #audience: Run | undefined
  #busy = false
  #openNotes: readonly Note[] = []
  /** What plugins say while they are made, when nobody hears it yet: told once the session is open. */
  readonly #early: EventBody[] = []
  /** Id of the last prompt. */
  #promptId = ''
  readonly #gauge: Gauge
  readonly #watch: FileWatch
  /** Files that hooks named in their answers, beside those that the settings name. */
  #named: readonly string[] = []
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
    this.#access = {
      signal: AbortSignal.any([parts.signal, this.#abort.signal]),
      state: parts.state,
      tasks: this.#share.tasks,
      cwd: () => this.#cwd,
      setCwd: (path) => this.#setCwd(path),
      permit: (query) => parts.permissions.permit(query),
      lend: (rules) => parts.permissions.lend(rules),
      vote: async (change, scope) => this.#chain?.vote('beforeChange', change, scope) ?? silence,
      mode: () => parts.permissions.mode(),
      emit: (event) => this.#emit(event),
      relay: (event) => this.#relay(event),
    }
    this.#history = new History(this.#access.emit, parts.past)
    this.#gauge = new Gauge(parts.past?.lastReply?.tokens)
    this.#watch = new FileWatch((path, event) => void this.#fileChanged(path, event))
    this.#title = parts.title ?? parts.past?.title
    this.#recall(parts.past)
    this.#scope = createSessionScope(parts.facts, this.#access)
    this.#transcript = parts.transcript
      ? new Transcript(
          { ...parts.facts, ...(parts.child !== undefined && { transcriptPath: parts.child.facts.transcript }) },
          () => parts.permissions.mode(),
          () => this.#cwd,
          parts.past?.lastLine ?? null,
        )
      : undefined
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
    session.#audience = owner
    session.#chain = await createChain(parts.plugins, session.#scope)
    try {
      await session.#begin(session.#chain)
    } catch (error) {
      await session.close()
      throw error
    }
    return session
  }

  async #begin(chain: Chain): Promise<void> {
    const source = sourceOf(this.#parts)
    const { facts, engine, model, permissions, notices, child, refusal } = this.#parts
    if (refusal !== undefined) throw refusal
    await this.#emit({
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
    for (const { level, text } of [...notices, ...left]) await this.#emit({ type: 'notice', level, text })
    for (const body of this.#early.splice(0)) await this.#emit(body)
    if (this.#title !== undefined) await this.setTitle(this.#title)
    const scope = this.#betweenRuns(this.#access.signal)
    if (preparation !== undefined && chain.has('beforeChange'))
      await chain.vote('beforeChange', setup(preparation), scope)
    if (chain.has('open')) {
      const standing = standingOf(past?.lastReply, engine, Date.now())
      const named = this.#title
      const opening: Opening = { source, notes: [], ...(standing && { standing }), ...(named && { title: named }) }
      await this.#opened(await chain.fold('open', opening, scope, (kept) => kept))
    }
    this.#rewatch()
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

  async #opened({ notes, firstPrompt, title, watch = [] }: Opening): Promise<void> {
    this.#openNotes = this.#history.unsaid(notes)
    if (firstPrompt !== undefined) this.#agenda.add(firstPrompt)
    if (title !== undefined && title !== this.#title) await this.setTitle(title)
    this.#named = watch
  }

  /** Title of the session, where it has one. */
  get title(): string | undefined {
    return this.#title
  }

  async setTitle(title: string): Promise<void> {
    this.#title = title
    await this.#emit({ type: 'title-change', title })
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
    await this.#emit({ type: 'mode-change', mode, by: { kind: 'host', name: 'setMode', layer: 'code' } })
  }

  /** The tools as the model is told of them now. */
  offers(): readonly ToolOffer[] {
    return this.#toolbox.offers()
  }

  /** Tells listeners of an offer that they do not know yet. */
  #currentOffers(): readonly ToolOffer[] {
    const tools = this.#toolbox.news()
    if (tools !== undefined) void this.#emit({ type: 'tools-change', tools })
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
        this.#audience = undefined
      }
    })
    this.#audience = run
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
      moved: (from, step) => this.#moved(from, step),
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
    if (reason === 'clear' && this.#promptId === '') this.#promptId = randomUUID()
    this.#closed ??= this.#close(reason)
    return this.#closed
  }

  async #close(reason: CloseReason): Promise<void> {
    if (this.#busy) {
      this.#audience?.cancel({ by: 'shutdown', reason: 'the session was closed' })
      await this.#audience?.result.catch(() => undefined)
    }
    this.#watch.close()
    await this.#share.close({ by: 'shutdown', reason: 'the session was closed' })
    await this.#emit({ type: 'session-close', reason })
    await this.#chain?.close(reason, this.#betweenRuns(AbortSignal.timeout(endMs)))
    this.#transcript?.close()
    this.#abort.abort({ by: 'shutdown', reason: 'the session was closed' })
  }

  #betweenRuns(signal: AbortSignal): StepScope {
    return { ...this.#scope, signal, run: '', promptId: this.#parts.child?.parent.promptId ?? this.#promptId }
  }

  async #moved(from: string, step: StepScope): Promise<void> {
    const tally = await this.#chain?.vote('beforeChange', cwdChanged(from, this.#cwd), step)
    this.#named = tally?.effects.watch ?? []
    this.#rewatch()
  }

  async #fileChanged(path: string, event: FileEvent): Promise<void> {
    const scope = this.#betweenRuns(this.#access.signal)
    const tally = await this.#chain?.vote('beforeChange', fileChanged(path, event), scope)
    if (tally?.effects.watch === undefined) return
    this.#named = tally.effects.watch
    this.#rewatch()
  }

  #rewatch(): void {
    if (this.#closed === undefined) this.#watch.set([...this.#named, ...(this.#chain?.watched(this.#cwd) ?? [])])
  }

  #setCwd(path: string): void {
    if (path === this.#cwd) return
    const from = this.#cwd
    this.#cwd = path
    void this.#emit({ type: 'cwd-change', from, to: path })
  }

  #emit(body: EventBody): void | Promise<void> {
    const chain = this.#chain
    if (chain === undefined) return void this.#early.push(body)
    if (body.type === 'run-start') this.#promptId = body.promptId
    const run = this.#audience
    const event = {
      ...body,
      session: this.id,
      ...(run !== undefined && { run: run.id }),
      agent: this.#parts.facts.agentPath,
      time: new Date().toISOString(),
    } as RaiderEvent
    const trouble = this.#transcript?.record(event)
    if (trouble !== undefined) void this.#emit(trouble)
    const told = chain.tap(event)
    const published = this.#relay(event)
    return told === undefined ? published : told.then(() => published)
  }

  /** Hands an event to the readers of the run, and to those of the runs above it. */
  #relay(event: RaiderEvent): void | Promise<void> {
    const published = this.#audience?.publish(event)
    const relayed = this.#parts.child?.sponsor.relay(event)
    return published === undefined ? relayed : published.then(() => relayed)
  }
}

/** What the model is told of a deferred call that nobody asks about again. */
const forgotten = 'The call waited for a decision and was not carried out.'

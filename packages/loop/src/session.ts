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
import { closingMs, createChain, type Chain } from '@raider/gate'
import { drive, type Prompt } from './drive.js'
import { History } from './history.js'
import type { SessionParts } from './parts.js'
import { Run } from './run.js'
import { TaskBoard } from './task-board.js'
import { Transcript } from './transcript.js'
import { Toolbox } from './toolbox.js'
import { createSessionScope, type SessionAccess } from './scope.js'

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
  readonly #tasks = new TaskBoard()
  readonly #scope: SessionScope
  readonly #transcript: Transcript | undefined
  #chain: Chain | undefined
  #cwd: string
  /** Who hears the session's events: the run that goes on, or the one that owns the session. */
  #audience: Run | undefined
  #busy = false
  #openNotes: readonly Note[] = []
  #closed: Promise<void> | undefined

  private constructor(parts: SessionParts) {
    this.#parts = parts
    this.#toolbox = new Toolbox(parts)
    this.id = parts.child?.facts.id ?? parts.facts.session
    this.#cwd = parts.facts.projectDir
    this.#access = {
      signal: AbortSignal.any([parts.signal, this.#abort.signal]),
      state: parts.state,
      tasks: parts.child?.tasks ?? this.#tasks,
      cwd: () => this.#cwd,
      setCwd: (path) => this.#setCwd(path),
      vote: async (change, scope) => this.#chain?.vote('beforeChange', change, scope) ?? silence,
      mode: () => parts.permissions.mode(),
      emit: (event) => this.#emit(event),
      relay: (event) => this.#relay(event),
    }
    this.#history = new History(this.#access.emit, parts.past)
    this.#scope = createSessionScope(parts.facts, this.#access)
    this.#transcript = parts.transcript
      ? new Transcript(
          { ...parts.facts, ...(parts.child !== undefined && { transcriptPath: parts.child.transcriptFile }) },
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
  static async open(
    parts: SessionParts,
    source: 'startup' | 'resume' | 'fork' = 'startup',
    owner?: Run,
  ): Promise<Session> {
    refuseMisuse(parts)
    await parts.engine.check?.(parts.signal)
    const session = new Session(parts)
    session.#audience = owner
    session.#chain = await createChain(parts.plugins, session.#scope)
    try {
      await session.#begin(session.#chain, source)
    } catch (error) {
      await session.close()
      throw error
    }
    return session
  }

  async #begin(chain: Chain, source: 'startup' | 'resume' | 'fork'): Promise<void> {
    const { facts, engine, model, permissions, notices, child } = this.#parts
    await this.#emit({
      type: 'session-open',
      cwd: facts.projectDir,
      source,
      model: engine.resolve(model ?? engine.model),
      mode: permissions.mode(),
      profile: facts.profile.name,
      tools: this.#toolbox.news() ?? [],
      ...(child !== undefined && {
        parent: { session: child.parent.session, call: child.parent.call },
        child: child.facts,
      }),
    })
    for (const { level, text } of notices) await this.#emit({ type: 'notice', level, text })
    const opening: Opening = { source, notes: [] }
    if (!chain.has('open')) return
    const opened = await chain.fold('open', opening, this.#betweenRuns(this.#access.signal), (kept) => kept)
    this.#openNotes = opened.notes
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
   * Starts a run.
   * @throws RaiderError `session-busy` or `session-closed`.
   */
  run(prompt: Prompt): Run {
    this.#claim()
    const run = new Run(async (self) => {
      try {
        return await drive(self, prompt, this.#conversation())
      } finally {
        this.#busy = false
        this.#audience = undefined
      }
    })
    this.#audience = run
    return run
  }

  /** Drives a run that was made elsewhere and owns this session. */
  async drive(run: Run, prompt: Prompt): Promise<RunOutcome> {
    this.#claim()
    try {
      return await drive(run, prompt, this.#conversation())
    } finally {
      this.#busy = false
    }
  }

  #claim(): void {
    if (this.#closed !== undefined) throw new RaiderError('session-closed', 'The session was closed; open another one.')
    if (this.#busy)
      throw new RaiderError('session-busy', 'The session already runs; wait for its `result`, or open another session.')
    this.#busy = true
  }

  #conversation() {
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
      takeNews: () => this.#tasks.take(),
      takeOpenNotes: () => {
        const notes = this.#openNotes
        this.#openNotes = []
        return notes
      },
    }
  }

  /**
   * Waits until a background task has something to tell; false once none runs, or when the signal aborts. A run with an empty
   * prompt then tells the model.
   */
  hasNews(signal: AbortSignal): Promise<boolean> {
    return this.#tasks.hasNews(signal)
  }

  /** Cancels what runs, runs the closing steps and frees everything. May be called again. */
  close(reason: CloseReason = 'other'): Promise<void> {
    this.#closed ??= this.#close(reason)
    return this.#closed
  }

  async #close(reason: CloseReason): Promise<void> {
    if (this.#busy) {
      this.#audience?.cancel({ by: 'shutdown', reason: 'the session was closed' })
      await this.#audience?.result.catch(() => undefined)
    }
    await this.#tasks.close({ by: 'shutdown', reason: 'the session was closed' })
    await this.#emit({ type: 'session-close', reason })
    await this.#chain?.close(reason, this.#betweenRuns(AbortSignal.timeout(closingMs)))
    this.#transcript?.close()
    this.#abort.abort({ by: 'shutdown', reason: 'the session was closed' })
  }

  #betweenRuns(signal: AbortSignal): StepScope {
    return { ...this.#scope, signal, run: '', promptId: this.#parts.child?.parent.promptId ?? '' }
  }

  #setCwd(path: string): void {
    if (path === this.#cwd) return
    const from = this.#cwd
    this.#cwd = path
    void this.#emit({ type: 'cwd-change', from, to: path })
  }

  #emit(body: EventBody): void | Promise<void> {
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
    const told = this.#chain?.tap(event)
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

function refuseMisuse({ tools, limits, engine, model }: SessionParts): void {
  const names = new Set<string>()
  for (const { name } of tools) {
    if (names.has(name))
      throw new RaiderError(
        'duplicate-tool',
        `Two tools are named "${name}". Rename one, or leave the built-in one out.`,
      )
    names.add(name)
  }
  const id = engine.resolve(model ?? engine.model)
  if (limits.maxCostUsd !== undefined && engine.price(id) === undefined)
    throw new RaiderError(
      'unknown-price',
      `A cost budget is set, but the price of model "${id}" is unknown. Use a model with a known price, or limit tokens instead.`,
      { data: { model: id } },
    )
}

import { SparseSet, type Note, type Opening, type StepScope, type Task, type ToolOffer } from '@raider/contracts'
import type { Chain } from '@raider/gate'
import { Account } from './model/account.js'
import { Agenda } from './prompt/agenda.js'
import { Gauge } from './model/gauge.js'
import { History } from './history/history.js'
import type { SessionParts } from './parts.js'
import type { Past } from './history/past.js'
import type { OpenScope, SessionAccess } from './scope.js'
import type { TaskShare } from './background/task-share.js'
import { Toolbox } from './toolbox.js'
import { Watching } from './watching/watching.js'

/** The session that a conversation is held in. */
interface Setting {
  readonly parts: SessionParts
  readonly chain: Chain
  readonly access: SessionAccess
  readonly scope: OpenScope
  readonly share: TaskShare
  /** The scope of what happens between two runs. */
  readonly betweenRuns: () => StepScope
}

const none: readonly Note[] = []

/** What the runs of a session work with and hand on to each other. */
export class Conversation {
  readonly parts: SessionParts
  readonly chain: Chain
  readonly access: SessionAccess
  readonly scope: OpenScope
  readonly history: History
  readonly toolbox: Toolbox
  readonly agenda: Agenda
  readonly gauge: Gauge
  readonly watching: Watching
  /** Ids of all calls. */
  readonly usedIds = new SparseSet<string>()
  /** Model id or alias for the runs to come; the engine's default where undefined. */
  model: string | undefined
  readonly #share: TaskShare
  #account: Account | undefined
  /** Notes of the session's opening; they go with the first prompt. */
  #openNotes = none
  #title: string | undefined

  constructor({ parts, chain, access, scope, share, betweenRuns }: Setting) {
    const { past } = parts
    this.parts = parts
    this.chain = chain
    this.access = access
    this.model = parts.model
    this.scope = scope
    this.#share = share
    this.history = new History(access.emit, past)
    this.toolbox = new Toolbox(parts)
    this.agenda = new Agenda(parts.preface)
    this.gauge = new Gauge(parts)
    this.watching = new Watching(chain, betweenRuns)
    this.#title = parts.title ?? past?.title
    if (past !== undefined) this.#recall(past)
  }

  /** The account of the run that goes on; between two runs that of the next one. */
  get account(): Account {
    this.#account ??= new Account(this)
    return this.#account
  }

  /** The run is over: nothing more is put down to it. */
  closeAccount(): void {
    this.#account = undefined
  }

  /** Takes over what an earlier conversation left open. */
  #recall(past: Past): void {
    for (const id of past.callIds) this.usedIds.add(id)
    const first = this.parts.facts.profile.deferredCalls === 'all' ? 0 : -1
    this.agenda.defer(past.deferred.slice(first))
    if (first < 0) this.history.giveUp(past.deferred.slice(0, first), forgotten)
  }

  /** Takes over what plugins said to the opening of the session. */
  async begin({ notes, firstPrompt, title, watch = [] }: Opening): Promise<void> {
    this.#openNotes = this.history.unsaid(notes)
    if (firstPrompt !== undefined) this.agenda.add(firstPrompt)
    if (title !== undefined && title !== this.#title) await this.setTitle(title)
    this.watching.name(watch)
  }

  /** Title of the session, where it has one. */
  get title(): string | undefined {
    return this.#title
  }

  async setTitle(title: string): Promise<void> {
    this.#title = title
    await this.access.emit({ type: 'title-change', title })
  }

  /** The tools as they are offered now; listeners know of them. */
  offers(): readonly ToolOffer[] {
    this.tellOffers()
    return this.toolbox.offers()
  }

  /** Tells listeners of an offer that they do not know yet. */
  tellOffers(): void {
    const tools = this.toolbox.news()
    if (tools !== undefined) void this.access.emit({ type: 'tools-change', tools })
  }

  /** What goes on beside the conversation. */
  tasks(): readonly Task[] {
    return this.access.tasks.running()
  }

  /** Takes out what finished background tasks have to tell. */
  takeNews(): readonly string[] {
    return this.#share.take()
  }

  /** Has notes told to the model with the next prompt. */
  announce(notes: readonly Note[]): void {
    this.#openNotes = [...this.#openNotes, ...notes]
  }

  takeOpenNotes(): readonly Note[] {
    const notes = this.#openNotes
    this.#openNotes = none
    return notes
  }
}

/** What the model is told of a deferred call that nobody asks about again. */
const forgotten = 'The call waited for a decision and was not carried out.'

import { setMaxListeners } from 'node:events'
import type {
  CallScope,
  CancelReason,
  Change,
  Denial,
  Evaluate,
  EventBody,
  LentRules,
  PermissionMode,
  Permit,
  SessionScope,
  SearchWeb,
  Sponsor,
  StepScope,
  Tally,
  Tasks,
  ToolState,
} from '@raider/contracts'
import type { TurnScope } from '@raider/gate'
import type { Run } from './run.js'

/** What a session is about: the part of its scope that never changes. */
export interface SessionFacts extends Omit<SessionScope, keyof SessionAccess> {
  /** The environment in force now, for the runs to come; absent where it never changes. */
  readonly currentEnv?: () => Readonly<Record<string, string>>
}

/** The changing things a scope looks at. */
export interface SessionAccess {
  readonly signal: AbortSignal
  readonly state: ToolState
  readonly tasks: Tasks
  readonly cwd: () => string
  setCwd(path: string): void
  readonly permit: Permit
  lend(rules: LentRules): () => void
  readonly vote: (change: Change, scope: StepScope) => Promise<Tally>
  readonly mode: () => PermissionMode
  readonly emit: (event: EventBody) => void | Promise<void>
  readonly relay: Sponsor['relay']
}

/** What a session's plugins get to know of it. */
export const createSessionScope = (facts: SessionFacts, access: SessionAccess): OpenScope => ({
  ...facts,
  signal: access.signal,
  cwd: access.cwd,
  mode: access.mode,
  permit: access.permit,
  emit: access.emit,
})

/** The scope of a session, whose environment may become another. */
export type OpenScope = SessionScope & { env: SessionScope['env'] }

/**
 * The scope with the environment in force now: each run, and each step between two, takes a copy of it. An accessor would say the same
 * at any time, but makes a dictionary of an object, of four times the size.
 */
export function currentScope(scope: OpenScope, { currentEnv }: SessionFacts): SessionScope {
  if (currentEnv !== undefined) scope.env = currentEnv()
  return scope
}

/** What plugins get beside the session while a prompt is worked on. */
interface PromptFacts {
  readonly promptId: string
  readonly effort?: string
  readonly evaluate?: Evaluate
  readonly searchWeb?: SearchWeb
}

/** The scopes of one run: for its steps, and for each of its calls. */
export class RunScope implements TurnScope {
  readonly step: StepScope
  readonly #access: SessionAccess
  readonly #run: Run
  readonly #sponsor: Sponsor
  /** Take back the rules that are in force for the run. */
  readonly #takeBack: (() => void)[] = []

  /** @param account what the run and the sessions below it use. */
  constructor(session: SessionScope, access: SessionAccess, run: Run, prompt: PromptFacts, account: Sponsor) {
    this.#access = access
    this.#run = run
    this.#sponsor = account
    // The session cancels its run when it ends itself, so that one signal is enough.
    const { signal } = run
    // Any number of calls may run side by side, and each listens.
    setMaxListeners(0, signal)
    this.step = { ...session, ...prompt, run: run.id, signal }
  }

  withSignal(signal: AbortSignal): StepScope {
    return { ...this.step, signal }
  }

  forCall(callId: string, signal: AbortSignal): CallScope {
    const access = this.#access
    const step = this.withSignal(signal)
    return {
      ...step,
      callId,
      state: access.state,
      tasks: access.tasks,
      sponsor: this.#sponsor,
      setCwd: (path) => access.setCwd(path),
      permit: access.permit,
      lend: (rules) => {
        const takeBack = access.lend(rules)
        this.#takeBack.push(takeBack)
        return takeBack
      },
      vote: (change) => access.vote(change, step),
      progress: (text) => void access.emit({ type: 'tool-progress', id: callId, text }),
    }
  }

  halted(): CancelReason | undefined {
    return this.#run.halted()
  }

  /** Writes down a call that was not permitted. */
  deny(denial: Denial): void {
    this.#sponsor.deny(denial)
  }

  /** The run is over: what was lent for it is taken back. */
  release(): void {
    for (const takeBack of this.#takeBack.splice(0)) takeBack()
  }
}

import type { Source } from '@raider/contracts'
import type { HandlerType, HookEvent } from '../events.js'
import type { Matches } from './matcher.js'
import type { HookScope } from '../scope.js'

/** What a handler gets to do its work. */
export interface Shot {
  readonly event: HookEvent
  /** How texts name the hook: `PreToolUse:Bash`, `SessionStart:startup` or the event. */
  readonly name: string
  readonly scope: HookScope
  /** The hook input: one line of JSON with its newline. */
  readonly input: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds until it is ended; absent: no deadline. */
  readonly timeoutMs?: number
  /** It runs in the background from the start, so it need not ask for it. */
  readonly background: boolean
}

/** A handler that goes on while the event is over. */
export interface Later {
  readonly done: Promise<HookReturn>
  /** Milliseconds it may still take; absent: no deadline but the one it was started with. */
  readonly timeoutMs?: number
  /** Ends it; absent where the signal it was started with does. */
  readonly kill?: (ended: 'timeout' | 'cancelled') => void
}

/** What came back from a handler, before anybody looks at what it says. */
export interface HookReturn {
  /** `failed`: it was not started, died by a signal, or could not be reached. */
  readonly ended: 'done' | 'failed' | 'timeout' | 'cancelled'
  /** Exit status; 0 for an HTTP answer of 2xx. */
  readonly exitCode?: number
  readonly stdout: string
  /** More of stdout may have been lost, since a descendant of the hook still held it. */
  readonly partial?: boolean
  readonly stderr: string
  /** What went wrong, where `ended` is `failed`. */
  readonly problem?: string
  /** More of what went wrong, for the user only: words of a server must not reach the model as those of a hook. */
  readonly detail?: string
  /** Plain text counts as a failure where failures block: the handler was to answer in JSON. */
  readonly wantsJson?: boolean
  readonly durationMs: number
  /** Set where it asked to go on in the background. */
  readonly later?: Later
}

/** Runs a handler once. Never rejects. */
export type Start = (shot: Shot, signal: AbortSignal) => Promise<HookReturn>

/** What a handler type makes of its own fields. */
export interface Runner {
  /** How texts name the handler: its command, URL or the like. */
  readonly label: string
  /** What the handler does, as a text: equal handlers have an equal one. */
  readonly identity: string
  readonly start: Start
}

/** One thing to run, with the fields that all types share. */
export interface Handler extends Runner {
  /** `function`: a function of the program that Raider is part of. */
  readonly type: HandlerType | 'function'
  /** Permission rule of `if`; absent: no filter. */
  readonly condition?: string
  /** Deadline in milliseconds; absent: that of the event. */
  readonly timeoutMs?: number
  /** A failure counts as a block (`onFailure: "block"`, or Raider's own `failClosed: true`). */
  readonly failClosed: boolean
  /** It runs in the background from the start. */
  readonly background: boolean
  /** What it says on stderr with exit 2 is told to the model, once it is over in the background. */
  readonly wakes: boolean
  /** It asks to run one time only. */
  readonly once: boolean
}

/** A handler at its place in the configuration. */
export interface Hook {
  readonly event: HookEvent
  /** As it was written. */
  readonly matcher?: string
  readonly matches: Matches
  readonly handler: Handler
  readonly source: Source
  /** Handlers of equal identity (and equal `if`) are one hook, but those of a plugin folder or skill stand for themselves. */
  readonly identity: string
  /** Variables of its plugin folder or skill. */
  readonly env?: Readonly<Record<string, string>>
  /** It leaves after its first run: only skills may ask for that (seen). */
  readonly once: boolean
}

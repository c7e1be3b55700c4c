import type { AssistantBlock, FaultKind, JsonObject, Rates, StopReason } from '@raider/contracts'

/**
 * A conversation written down: what a model answers, turn by turn. A file is this as YAML, or just its list of turns.
 *
 * @example
 * model: demo-1
 * turns:
 *   - text: I look around first.
 *     calls:
 *       - Bash: { command: ls }
 *       - Read: { file_path: "{{cwd}}/notes.md" }
 *   - retry: { status: 529, times: 2 }
 *     text: Two files. Now a helper.
 *     calls:
 *       - Agent: { subagent_type: Explore, description: look, prompt: Find the tests }
 *   - Done.
 * agents:
 *   Explore:
 *     - thinking: Where would tests be?
 *       text: There are none.
 */
export interface Script {
  /** Model id that is said to answer; default `script`. */
  readonly model?: string
  /** What it is said to cost; nothing where absent. */
  readonly price?: Partial<Rates>
  readonly turns?: readonly ScriptTurn[]
  /** Turns of subagents by type; the same as turns that name an `agent`. */
  readonly agents?: Readonly<Record<string, readonly ScriptTurn[]>>
}

/**
 * One answer; a plain text stands for `{ text }`. A request takes the first turn that is left of its agent. `text`,
 * `thinking` and `calls` make the usual reply, in the order thinking, text, calls; `content` spells blocks out; `fault`
 * fails instead.
 */
export type ScriptTurn = string | ScriptReply

/** The fields of a turn. */
export interface ScriptReply {
  /** Type of the agent that is answered; default `main`. */
  readonly agent?: string
  /** Answers only conversations whose first message contains this. */
  readonly prompt?: string
  /** How often the turn is played; default 1. */
  readonly times?: number
  /** Milliseconds before the answer; default 0. A cancel ends the wait. */
  readonly delayMs?: number
  /** Faults that are retried before the answer. */
  readonly retry?: ScriptFault | readonly ScriptFault[]
  readonly text?: string
  /** Reasoning, with a signature of its own where it must have one. */
  readonly thinking?: string | { readonly text: string; readonly signature: string }
  readonly calls?: readonly ScriptCall[]
  /** All blocks, in place of `text`, `thinking` and `calls`. */
  readonly content?: readonly AssistantBlock[]
  /** The request fails with this, in place of a reply. */
  readonly fault?: FaultKind | number | ScriptFault
  /** Default `tool-use` where there are calls, else `end`. */
  readonly stop?: StopReason
  /** Tokens; 0 where absent. */
  readonly usage?: ScriptUsage
  /** Model id that answers this turn. */
  readonly model?: string
  /** The provider's id of the reply. */
  readonly id?: string
}

/** Tokens of one reply. */
export interface ScriptUsage {
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/**
 * A tool call: `{ Bash: { command: ls } }`, or with all fields. The id is made up where absent. An `input` that is text
 * stands for arguments that could not be decoded.
 */
export type ScriptCall =
  | { readonly name: string; readonly input?: unknown; readonly id?: string }
  | { readonly [tool: string]: JsonObject }

/** A provider fault, by kind or by HTTP status. */
export interface ScriptFault {
  readonly kind?: FaultKind
  readonly status?: number
  readonly message?: string
  /** Retries only: how often; default 1. */
  readonly times?: number
  /** Retries only: wait before the next attempt; default 0. */
  readonly delayMs?: number
}

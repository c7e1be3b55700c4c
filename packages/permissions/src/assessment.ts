import type { PermissionUpdate, Source } from '@raider/contracts'
import type { AnchoredRule } from './rule/rule.js'

/** A rule that speaks about a call, or about one part of it. */
export interface Finding {
  readonly rule: AnchoredRule
  readonly about?: string
}

/** What is true of a call whatever the mode: the rules that match it, and what it would do. */
export interface Assessment {
  readonly deny: readonly Finding[]
  readonly ask: readonly Finding[]
  /** Allow rules that match; they decide only where `covered`. */
  readonly allow: readonly Finding[]
  /** True where allow rules cover the whole call. */
  readonly covered: boolean
  /** Why the call is refused in every mode, and without a question. */
  readonly refusal?: { readonly reason: string; readonly source: Source }
  /** A check that allow rules do not lift. */
  readonly hazard?: Hazard
  /**
   * How the call stands without rules: free in every mode, an edit inside the open folders (free in `acceptEdits`), or to be asked
   * for.
   */
  readonly standing: 'free' | 'edit' | 'ask'
  /** A shell command that runs in a sandbox and needs no question for it. */
  readonly sandboxed?: boolean
  /** A shell command: in plan mode it is held unless it only reads or a rule covers it. */
  readonly isCommand: boolean
  /** What it is to plan mode beside a command: it reads files, or it may change something out of sight, as tools of servers may. */
  readonly effect?: 'reads' | 'unknown'
  /** The call hands work to a subagent. */
  readonly delegates?: boolean
  /** Plan mode refuses it even where a rule allows it. */
  readonly plainEdit: boolean
  /** Text for the model where nobody allows it. */
  readonly reason: string
  /** Says what a deny rule's refusal says; few calls are refused. */
  readonly denial: () => string
  readonly reasonType: 'other' | 'workingDir' | 'subcommandResults'
  readonly suggestions: readonly PermissionUpdate[]
  readonly blockedPath?: string
}

/** Why a call is asked for in spite of allow rules. */
export interface Hazard {
  readonly reason: string
  readonly source: Source
  /** Holds in `bypassPermissions` too. */
  readonly always: boolean
  readonly path?: string
}

/** The built-in check of that name. */
export const builtIn = (name: string): Source => ({ kind: 'built-in', name })

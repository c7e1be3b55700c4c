import { isToolFailure, messageOf, plainText, type CallScope, type Tool } from '@raider/contracts'
import type { Skill } from './skill.js'

/** Who asked for the skill, in hook spelling. */
export type Invoker = 'user' | 'claude'

/** A piece of a body: text, or a command whose output takes its place. */
type Piece = { readonly text: string } | { readonly command: string; readonly written: string }

const injection = /(?<=^|\s)!`([^`\n]+)`|^```!([^]*?)\n?^```[^\S\n]*$/gm

/** Finds `` !`command` `` behind white space, and blocks that begin with ```` ```! ````: all behind the mark is command (Claude Code 2.1.332, seen). */
export function piecesOf(body: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of body.matchAll(injection)) {
    pieces.push({ text: body.slice(end, match.index) })
    pieces.push({ command: (match[1] ?? match[2] ?? '').trim(), written: match[0] })
    end = match.index + match[0].length
  }
  return [...pieces, { text: body.slice(end) }]
}

/** What became of a command: its output, or why the skill cannot be invoked. */
type ShellEnding = { readonly output: string } | { readonly problem: string }

/**
 * Runs a command of a body: rules and mode first, of which only an allow runs it, then voters; nobody is asked.
 * @param index its place among the commands of the body.
 */
export async function runShell(
  piece: Extract<Piece, { readonly command: string }>,
  index: number,
  skill: Skill,
  invoker: Invoker,
  bash: Tool,
  scope: CallScope,
): Promise<ShellEnding> {
  const { command, written } = piece
  const input = { command }
  const decision = scope.permit({
    tool: bash.name,
    input,
    origin: bash.origin,
    paths: bash.touches?.(input, scope.cwd()) ?? [],
    cwd: scope.cwd(),
  })
  if (decision.behavior !== 'allow')
    return { problem: `Shell command permission check failed for pattern "${written}": ${decision.reason}` }
  const objection = await voted(command, index, skill, invoker, scope)
  if (objection !== undefined) return objection
  try {
    const structured = await bash.run(input, scope)
    return { output: plainText(bash.render?.(structured, input) ?? []) }
  } catch (thrown) {
    if (!isToolFailure(thrown) && scope.signal.aborted) throw thrown
    return { problem: `Shell command failed for pattern "${written}": ${messageOf(thrown)}` }
  }
}

/** How voters keep a command from running; a rewritten one is not run either (Claude Code 2.1.332, seen). */
async function voted(
  command: string,
  index: number,
  skill: Skill,
  invoker: Invoker,
  scope: CallScope,
): Promise<ShellEnding | undefined> {
  const tally = await scope.vote({
    kind: 'PreSkillShellCommand',
    input: {
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `${scope.callId}:preamble-${index}`,
      command_name: skill.name,
      command_source: skill.origin,
      invoked_by: invoker,
    },
  })
  const { revised, stance, stop, reason } = tally
  if (stop !== undefined) return { problem: `Operation stopped by hook: ${stop.reason}` }
  if (revised !== undefined) return { output: `[not run: ${reason ?? 'a hook would have it rewritten'}]` }
  if (stance === undefined || stance === 'allow') return undefined
  return { output: `[not run: ${reason ?? 'refused by a hook'}]` }
}

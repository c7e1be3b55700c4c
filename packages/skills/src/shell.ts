import { isToolFailure, messageOf, plainText, type CallScope, type Tool } from '@raider/contracts'
import type { Skill } from './skill.js'

/** Who asked for the skill, in hook spelling. */
export type Invoker = 'user' | 'claude'

/** A piece of a body: text, or a command whose output takes its place. */
type Piece = { readonly text: string } | { readonly command: string; readonly written: string }

const injection = /(?<=^|\s)!`([^`\n]+)`|^```![^\S\n]*\n([^]*?)\n?^```[^\S\n]*$/gm

/** Finds `` !`command` `` behind white space, and blocks that begin with ```` ```! ````. */
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

/** Runs a command of a body: voters first, then rules and mode, of which only an allow runs it; nobody is asked. */
export async function runShell(
  piece: Extract<Piece, { readonly command: string }>,
  skill: Skill,
  invoker: Invoker,
  bash: Tool,
  scope: CallScope,
): Promise<ShellEnding> {
  const { command, written } = piece
  const refusal = await voted(command, skill, invoker, scope)
  if (refusal !== undefined) return { output: `[not run: ${refusal}]` }
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
  try {
    const structured = await bash.run(input, scope)
    return { output: plainText(bash.render?.(structured, input) ?? []) }
  } catch (thrown) {
    if (!isToolFailure(thrown) && scope.signal.aborted) throw thrown
    return { problem: `Shell command failed for pattern "${written}": ${messageOf(thrown)}` }
  }
}

/** Why voters keep a command from running; a rewritten one is not run either (Claude Code 2.1.332, seen). */
async function voted(command: string, skill: Skill, invoker: Invoker, scope: CallScope): Promise<string | undefined> {
  const tally = await scope.vote({
    kind: 'PreSkillShellCommand',
    input: {
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: scope.callId,
      command_name: skill.name,
      command_source: skill.origin,
      invoked_by: invoker,
    },
  })
  if (tally.revised !== undefined) return tally.reason ?? 'a hook would have it rewritten'
  return tally.stance === undefined || tally.stance === 'allow' ? undefined : (tally.reason ?? 'refused by a hook')
}

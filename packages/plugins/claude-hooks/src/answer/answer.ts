import { isObject, messageOf, type HookOutcome, type JsonObject } from '@raider/contracts'
import { rowOf, type HookEvent } from '../events.js'
import type { Hook, HookReturn } from '../configuration/hook.js'
import { checkOutput, onlyRestricts, type HookOutput } from './output.js'

/** What a text on stdout is. */
type Stdout =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'json'; readonly value: JsonObject }
  | { readonly kind: 'malformed'; readonly problem: string }

/** Takes a stdout for JSON or for text (order of the checks seen on Claude Code 2.1.332). */
export const classify = (stdout: string): Stdout => {
  // `trim` takes the byte-order mark away too.
  const text = stdout.trim()
  if (text === '') return { kind: 'none' }
  if (!text.startsWith('{')) return { kind: 'plain', text }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { kind: 'json', value } : { kind: 'plain', text }
  } catch (thrown) {
    return text.endsWith('}')
      ? { kind: 'malformed', problem: `stdout is no JSON: ${messageOf(thrown)}` }
      : { kind: 'plain', text }
  }
}

/** What one hook said, and how its run ended. */
export interface Answer {
  readonly hook: Hook
  readonly outcome: HookOutcome
  readonly exitCode?: number
  readonly durationMs: number
  /** The checked fields; empty where there were none. */
  readonly output: HookOutput
  /** Text on stdout of a hook that ended with exit 0. */
  readonly plain?: string
  /** All that it printed, without the white space around it. */
  readonly stdout: string
  /** Text of a block by exit 2, or by a failure that counts as one. */
  readonly block?: string
  /** What went wrong, for the user. */
  readonly problem?: string
  /** Its guard had something to say and could not. */
  readonly noVerdict: boolean
}

const nothing: HookOutput = { specific: {} }

/** Makes an answer of what came back. `failClosed` lets any failure block. */
export const judge = (event: HookEvent, hook: Hook, ret: HookReturn, failClosed: boolean): Answer => {
  const said = read(event, ret)
  const output = 'output' in said ? said.output : nothing
  const failure = failureOf(ret, said) ?? (failClosed ? informality(ret, said) : undefined)
  const { exitCode, durationMs } = ret
  const stdout = ret.stdout.trim()
  const shared = { hook, durationMs, output, stdout, ...(exitCode !== undefined && { exitCode }) }
  // A hook that was ended while it ran has said nothing, whatever status it left.
  if (exitCode === 2 && (ret.ended === 'done' || ret.ended === 'failed'))
    return { ...shared, outcome: 'blocked', block: stderrBlock(hook, ret), noVerdict: false }
  if (failure === undefined) {
    return { ...shared, outcome: 'success', noVerdict: false, ...('plain' in said && { plain: said.plain }) }
  }
  // Half an answer of a guard is a refusal, as it is for the reference program.
  const closed = failClosed || ('suspect' in said && rowOf(event).guard)
  return {
    ...shared,
    outcome: ret.ended === 'timeout' || ret.ended === 'cancelled' ? ret.ended : 'error',
    problem: ret.detail === undefined ? failure.problem : `${failure.problem}: ${ret.detail}`,
    noVerdict: failure.mute,
    ...(closed && { block: closedBlock(hook, ret, failure.problem) }),
  }
}

/** What a hook said on stdout. */
type Said =
  | { readonly output: HookOutput }
  | { readonly plain: string }
  | { readonly problem: string }
  /** It cannot be taken for the whole answer. */
  | { readonly suspect: string }
  | { readonly silent: true }

const read = (event: HookEvent, ret: HookReturn): Said => {
  if (ret.ended === 'timeout' || ret.ended === 'cancelled') return { silent: true }
  const said = readStdout(event, classify(ret.stdout))
  if (ret.partial !== true) return said
  // A descendant of the hook still held stdout. What is known of it must not open a door that a later part would have shut.
  if ('output' in said && !onlyRestricts(said.output)) return { suspect: 'it grants, rewrites or adds something' }
  const opens = 'problem' in said || ('plain' in said && said.plain.startsWith('{'))
  return opens ? { suspect: 'its JSON is not complete' } : said
}

const readStdout = (event: HookEvent, stdout: Stdout): Said => {
  switch (stdout.kind) {
    case 'none':
      return { silent: true }
    case 'plain':
      return { plain: stdout.text }
    case 'malformed':
      return { problem: stdout.problem }
    case 'json': {
      if (stdout.value['async'] === true) return { silent: true }
      const output = checkOutput(event, stdout.value)
      return typeof output === 'string' ? { problem: `invalid answer: ${output}` } : { output }
    }
  }
}

interface Failure {
  readonly problem: string
  /** True where nobody can know what the hook would have said; false for a plain exit status with a valid answer, or 1, 3, … */
  readonly mute: boolean
}

/** Plain text where JSON was wanted is only a failure where failures block (declarations of 2.1.332). */
const informality = ({ wantsJson }: HookReturn, said: Said): Failure | undefined =>
  wantsJson === true && 'plain' in said
    ? { problem: 'answered with plain text in place of JSON', mute: true }
    : undefined

const failureOf = (ret: HookReturn, said: Said): Failure | undefined => {
  if (ret.ended === 'timeout') return { problem: `timed out after ${Math.round(ret.durationMs)} ms`, mute: true }
  if (ret.ended === 'cancelled') return { problem: 'cancelled', mute: true }
  const answered = 'output' in said
  if (ret.problem !== undefined) return { problem: ret.problem, mute: !answered }
  if ('problem' in said) return { problem: said.problem, mute: true }
  if ('suspect' in said) return { problem: `a child of it still holds stdout, and ${said.suspect}`, mute: true }
  const { exitCode = 0 } = ret
  if (exitCode === 0 || exitCode === 2) return undefined
  const line = ret.stderr.trim().split('\n', 1)[0]
  const problem = `Failed with non-blocking status code: ${line === '' || line === undefined ? 'No stderr output' : line}`
  // 126 and 127: the shell found nothing to run.
  return { problem, mute: !answered && (exitCode === 126 || exitCode === 127) }
}

/** The words of a block, with what they come from: a command, or the prompt that a model judged by (seen). */
const stderrBlock = ({ handler }: Hook, { stderr }: HookReturn): string =>
  `[${handler.label}]: ${stderr.trim() === '' ? 'No stderr output' : stderr.trimEnd()}`

const closedBlock = (hook: Hook, ret: HookReturn, problem: string): string => {
  const stderr = ret.stderr.trim()
  const text = stderr === '' || problem.includes(stderr) ? problem : `${problem}\n${stderr}`
  return `[${hook.handler.label}]: gave no verdict that could be relied on, so it counts as a refusal: ${text}`
}

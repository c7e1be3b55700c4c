import { basename } from 'node:path'
import { rowOf, type HookEvent } from '../events.js'

/** Does a group want this value of its event? */
export type Matches = (value: string) => boolean

/** Plain words; everything else is a regular expression, unanchored and case-sensitive. */
const wideWords = /^[A-Za-z0-9_\- ,|]*$/
const narrowWords = /^[A-Za-z0-9_|]*$/

/** Former names of tools that matchers may still use (Claude Code's published table). */
const legacyNames: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
  ['KillBash', 'TaskStop'],
  ['ListPeers', 'ListAgents'],
  ['Brief', 'SendUserMessage'],
  ['ListMcpResources', 'ListMcpResourcesTool'],
  ['ReadMcpResource', 'ReadMcpResourceTool'],
  ['ReadMcpResourceDir', 'ReadMcpResourceDirTool'],
  ['ProposeGoal', 'SetGoal'],
])

/** The same the other way round: an expression that fits a former name fits the tool (seen). */
const formerNames = (name: string): readonly string[] =>
  [...legacyNames].flatMap(([former, current]) => (current === name ? [former] : []))

const always: Matches = () => true
const never: Matches = () => false

/** Compiles the `matcher` of a group. A broken regular expression matches nothing (seen). */
export const compileMatcher = (matcher: string | undefined, event: HookEvent): Matches => {
  const { match, narrow } = rowOf(event)
  if (match === undefined || matcher === undefined || matcher === '' || matcher === '*') return always
  if ((narrow ? narrowWords : wideWords).test(matcher)) {
    const words = matcher
      .split(narrow ? '|' : /[|,]/)
      .map((word) => word.trim())
      .filter((word) => word !== '')
    const names = new Set(words.flatMap((word) => [word, legacyNames.get(word) ?? word]))
    return (value) => names.has(value)
  }
  try {
    const pattern = new RegExp(matcher)
    return (value) => pattern.test(value) || formerNames(value).some((name) => pattern.test(name))
  } catch {
    return never
  }
}

/** True for a matcher that is a broken regular expression. */
export const matchesNothing = (matches: Matches): boolean => matches === never

/** The value that the matchers of an event are held against. */
export const matchedValue = (event: HookEvent, fields: Readonly<Record<string, unknown>>): string => {
  const { match } = rowOf(event)
  const value = match === undefined ? '' : fields[match]
  if (typeof value !== 'string') return ''
  return event === 'FileChanged' ? basename(value) : value
}

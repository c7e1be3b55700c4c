import { toolMeantBy } from './misspelt-tool.js'
import { parsePattern } from '../rule/pattern.js'
import { uselessness, type AnchoredRule } from '../rule/rule.js'
import { parseShell } from '../shell/shell.js'

/** Why a well-formed rule can match no call; undefined where it may. */
export const futility = (rule: AnchoredRule): string | undefined =>
  uselessness(rule) ?? misspelt(rule) ?? (rule.specifier === undefined ? undefined : futileSpecifier(rule))

const misspelt = ({ tool }: AnchoredRule): string | undefined => {
  const meant = toolMeantBy(tool)
  return meant === undefined ? undefined : `the tool is called ${meant}`
}

/** Tools whose path rules are never asked, and the tool whose rules are. */
const governedBy: ReadonlyMap<string, 'Read' | 'Edit'> = new Map([
  ['Write', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Grep', 'Read'],
  ['Glob', 'Read'],
  ['LSP', 'Read'],
])
/** Tools with specifiers of their own; for all others there are parameters only. */
const specified: readonly string[] = ['Bash', 'Monitor', 'Read', 'Edit', 'WebFetch', 'Agent', 'Skill']

const futileSpecifier = (rule: AnchoredRule): string | undefined => {
  const { tool, behavior, specifier = '' } = rule
  const isParameter = /^[A-Za-z_]\w*:/.test(specifier)
  const governor = governedBy.get(tool)
  if (governor !== undefined && !isParameter) return `paths of ${tool} are governed by ${governor}(${specifier})`
  if (tool === 'WebFetch' && !specifier.startsWith('domain:')) return `it must read WebFetch(domain:<host>)`
  if (!specified.includes(tool) && !isParameter) return `${tool} takes no specifier; write ${tool} alone`
  if (behavior === 'allow' && isParameter && ![...commandTools, 'WebFetch'].includes(tool))
    return 'an allow rule cannot speak about a parameter'
  return commandTools.includes(tool) ? futileCommand(rule) : undefined
}

const commandTools: readonly string[] = ['Bash', 'Monitor']

const futileCommand = ({ behavior, specifier = '' }: AnchoredRule): string | undefined => {
  const pattern = parsePattern(specifier)
  if (specifier.trim() !== specifier && pattern.kind !== 'prefix') return 'no command begins or ends with white space'
  const words = pattern.pieces.join('*').split(/ +/)
  if (pattern.kind !== 'exact' && / {2}/.test(pattern.pieces.join('*')))
    return 'commands are compared with single blanks between their words'
  if (behavior !== 'allow' || pattern.kind === 'exact') return undefined
  if (/^\w+=/.test(words[0] ?? '')) return 'assignments are no part of the command that it is compared with'
  const { parts } = parseShell(pattern.pieces.join('x'))
  return parts.length > 1 ? 'each command of a line is judged alone, so write one rule for each' : undefined
}

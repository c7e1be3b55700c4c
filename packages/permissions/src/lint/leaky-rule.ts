import { decide } from '../decide.js'
import type { PermissionFacts } from '../facts.js'
import { matchesHost } from '../rule/host.js'
import { parsePattern } from '../rule/pattern.js'
import { createRule, type AnchoredRule } from '../rule/rule.js'
import { compileRules } from '../rule/ruleset.js'

/** What gets past a rule that holds calls back, though it was surely meant; undefined where nothing does. */
interface Leak {
  readonly text: string
  readonly missed?: readonly string[]
}

/** Looks for holes in a deny or ask rule, by trying. */
export const leaks = (rule: AnchoredRule, facts: PermissionFacts): Leak | undefined => {
  if (rule.behavior === 'allow' || rule.specifier === undefined || isParameter.test(rule.specifier)) return undefined
  if (rule.tool === 'Bash') return commandLeak(rule, rule.specifier, facts)
  if (rule.tool === 'WebFetch') return hostLeak(rule.specifier.replace(/^domain:/, ''))
  return rule.tool === 'Read' || rule.tool === 'Edit' ? pathLeak(rule, rule.specifier) : undefined
}

/** A rule on a field of the input has just that spelling; `domain:` is none, and neither is `git:*`. */
const isParameter = /^(?!domain:)[A-Za-z_]\w*:(?!\*$)/

const commandLeak = (rule: AnchoredRule, specifier: string, facts: PermissionFacts): Leak | undefined => {
  const { kind, pieces } = parsePattern(specifier)
  const command = pieces.join('x').trim()
  if (command === '') return undefined
  const missed = spellings(command, kind === 'exact').filter((spelling) => getsPast(spelling, rule, facts))
  if (missed.length === 0) return undefined
  const [name = ''] = command.split(' ')
  const advice = kind === 'exact' ? ` To hold back more than this one line, write ${rule.tool}(${name} *).` : ''
  return { text: `Other spellings of the same get past it.${advice}`, missed }
}

/** Would the command run, were everything allowed but for this rule? */
const getsPast = (command: string, rule: AnchoredRule, facts: PermissionFacts): boolean => {
  const all = createRule('allow', rule.tool, { anchor: rule.anchor })
  const rules = compileRules([rule, ...(all === undefined ? [] : [all])], facts)
  const query = { tool: rule.tool, input: { command }, origin: 'built-in', paths: [], cwd: facts.projectDir } as const
  return decide(rules, 'default', query, facts).behavior === 'allow'
}

/** The same command as somebody else would write it. */
const spellings = (command: string, exact: boolean): readonly string[] => {
  const [name = '', ...args] = command.split(' ')
  const rest = args.length === 0 ? '' : ` ${args.join(' ')}`
  const base = name.slice(name.lastIndexOf('/') + 1)
  return [
    ...(exact ? [`${command} --verbose`] : []),
    ...(base === name ? [`/usr/bin/${command}`] : [`${base}${rest}`]),
    `FOO=1 ${command}`,
    `sudo ${command}`,
    `env ${command}`,
    `xargs -n1 ${command}`,
    `eval ${command}`,
    `bash -c '${command.replaceAll("'", '')}'`,
    `true && ${command}`,
    `echo $(${command})`,
    ...(name === 'git' && args.length > 0 ? [`git -C .${rest}`, `git --no-pager${rest}`] : []),
    ...otherOptions(name, args),
  ]
}

/** Short options in another order, apart, or behind the arguments. */
const otherOptions = (name: string, args: readonly string[]): readonly string[] => {
  const at = args.findIndex((arg) => /^-[A-Za-z]{2,}$/.test(arg))
  const option = args[at]
  if (option === undefined) return []
  const letters = option.slice(1).split('')
  const written = (...options: readonly string[]): string =>
    [name, ...args.slice(0, at), ...options, ...args.slice(at + 1)].join(' ')
  return [written(`-${letters.toReversed().join('')}`), written(...letters.map((letter) => `-${letter}`))]
}

const hostLeak = (host: string): Leak | undefined => {
  const apex = host.replace(/^\*\./, '')
  const missed = [apex, `www.${apex}`].filter((name) => !matchesHost(host, name))
  if (apex === '*' || missed.length === 0) return undefined
  return { text: `It holds back ${host} alone.`, missed }
}

/** Folders at the root of a system: who names one means it, not a folder of that name in the project. */
const rootFolders =
  /^\/(bin|boot|dev|etc|home|lib|mnt|opt|private|proc|root|sbin|srv|sys|tmp|usr|var|Users|Volumes)(\/|$)/

const pathLeak = ({ tool, anchor }: AnchoredRule, specifier: string): Leak | undefined =>
  rootFolders.test(specifier)
    ? { text: `It means ${anchor}${specifier}. For the folder of the system write ${tool}(/${specifier}).` }
    : undefined

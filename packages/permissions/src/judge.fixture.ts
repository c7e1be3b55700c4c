import {
  profiles,
  type Behavior,
  type PermissionDecision,
  type PermissionMode,
  type PermitQuery,
  type ProfileName,
} from '@raider/contracts'
import { decide } from './decide.js'
import type { PermissionFacts } from './facts.js'
import { compileRules } from './rule/ruleset.js'
import { textRules } from './rule/settings-rules.js'

/** Rules and circumstances of a test; everything is optional. */
export interface Situation {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
  readonly mode?: PermissionMode
  readonly profile?: ProfileName
  readonly directories?: readonly string[]
  readonly readable?: readonly string[]
  /** Links: path to where it leads. */
  readonly links?: Readonly<Record<string, string>>
  /** Names in the project folder. */
  readonly files?: readonly string[]
  readonly caseSensitive?: boolean
  readonly cwd?: string
  /** All commands run in a sandbox and need no question for it. */
  readonly sandboxed?: boolean
}

/** The facts of tests: the project is `/w/project`, home is `/home/me`. */
export const testFacts = (situation: Situation = {}): PermissionFacts => ({
  profile: profiles[situation.profile ?? 'raider'],
  projectDir: '/w/project',
  homeDir: '/home/me',
  directories: situation.directories ?? [],
  readable: situation.readable ?? [],
  caseSensitive: situation.caseSensitive ?? true,
  realPath: (path) => resolveLinks(path, situation.links ?? {}),
  isFreeInSandbox: () => situation.sandboxed === true,
  list: (folder) => (folder === '/w/project' ? (situation.files ?? []) : []),
})

const resolveLinks = (path: string, links: Readonly<Record<string, string>>): string => {
  const link = Object.keys(links).find((from) => path === from || path.startsWith(`${from}/`))
  return link === undefined ? path : `${links[link] ?? ''}${path.slice(link.length)}`
}

/** Decides over one call in a situation. */
export const judge = (
  situation: Situation,
  query: Partial<PermitQuery> & { readonly tool: string },
): PermissionDecision => {
  const facts = testFacts(situation)
  const behaviors: readonly Behavior[] = ['deny', 'ask', 'allow']
  const rules = behaviors.flatMap((behavior) => textRules(behavior, situation[behavior] ?? [], facts.projectDir).rules)
  return decide(
    compileRules(rules, facts),
    situation.mode ?? 'default',
    {
      input: {},
      origin: 'built-in',
      paths: [],
      cwd: situation.cwd ?? facts.projectDir,
      ...query,
    },
    facts,
  )
}

/** Decides over a shell command. */
export const judgeShell = (situation: Situation, command: string): PermissionDecision =>
  judge(situation, { tool: 'Bash', input: { command } })

/** Decides over a file tool. */
export const judgeFile = (situation: Situation, tool: string, path: string): PermissionDecision =>
  judge(situation, { tool, paths: [{ path, access: /Read|Grep|Glob/.test(tool) ? 'read' : 'write' }] })

/** Numbers below a bound that look random and are the same in every run (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

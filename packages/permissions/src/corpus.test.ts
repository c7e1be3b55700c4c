import { readFileSync } from 'node:fs'
import { permissionModes, type Behavior, type PermissionMode, type ProfileName } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { judgeShell } from './judge.fixture.js'

/** One situation of the table, with what is to become of command lines in it. */
interface Group {
  readonly about: string
  readonly profiles?: readonly ProfileName[]
  readonly modes?: readonly PermissionMode[]
  /** Names in the project folder, and where links lead. */
  readonly files?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly sandboxed?: boolean
  readonly rules?: Partial<Record<Behavior, readonly string[]>>
  readonly expect: Partial<Record<Behavior, readonly string[]>>
}

const groups = parse(readFileSync(new URL('../corpus/commands.yaml', import.meta.url), 'utf8')) as readonly Group[]

const behaviors: readonly Behavior[] = ['allow', 'ask', 'deny']

/** Every command line of a group whose decision is another than the table says. */
const surprises = ({
  profiles = ['raider'],
  modes = ['default'],
  rules,
  expect: expected,
  ...place
}: Group): readonly string[] =>
  profiles.flatMap((profile) =>
    modes.flatMap((mode) =>
      behaviors.flatMap((wanted) =>
        (expected[wanted] ?? []).flatMap((command) => {
          const { behavior, reason } = judgeShell({ ...place, ...rules, mode, profile }, command)
          return behavior === wanted ? [] : [`${behavior}, not ${wanted}: ${command} (${profile}, ${mode}; ${reason})`]
        }),
      ),
    ),
  )

describe('the table of command lines', () => {
  it.each(groups)('$about', (group) => {
    expect(surprises(group)).toEqual([])
  })

  it('is large, and holds no misspelt keys', () => {
    const commands = groups.flatMap((group) => behaviors.flatMap((behavior) => group.expect[behavior] ?? []))
    expect(new Set(commands).size).toBeGreaterThan(750)
    for (const { expect: expected, modes = [], rules = {}, ...rest } of groups) {
      expect(behaviors).toEqual(expect.arrayContaining([...Object.keys(expected), ...Object.keys(rules)]))
      expect(permissionModes).toEqual(expect.arrayContaining([...modes]))
      expect(['about', 'profiles', 'files', 'links', 'cwd', 'sandboxed']).toEqual(
        expect.arrayContaining(Object.keys(rest)),
      )
    }
  })
})

import type { Behavior } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createRandom, judgeShell, type Situation } from './judge.fixture.js'

const atoms = [
  'ls',
  'cat f',
  'git push',
  'rm x',
  'npm run b',
  'echo "a b"',
  './mk 1',
  'cd sub',
  'A=1',
  'touch a',
  'sudo rm x',
  '$X y',
  'ls > o',
]
const frames = [
  '@',
  '(@)',
  '{ @; }',
  'echo $(@)',
  'if true; then @; fi',
  'timeout 5 @',
  '! @',
  'for i in 1; do @; done',
  "bash -c '@'",
  'X=2 @',
]
const joints = ['; ', ' && ', ' || ', ' | ', '\n', ' & ']
const patterns = [
  'Bash',
  'Bash(ls *)',
  'Bash(git *)',
  'Bash(rm *)',
  'Bash(npm run *)',
  'Bash(./mk *)',
  'Bash(* x)',
  'Bash(echo *)',
  'Bash(cat f)',
  'Read(f)',
  'Edit(o)',
]
const strictness: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

const createWorld = (seed: number) => {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  const some = <T>(from: readonly T[], most: number): readonly T[] =>
    Array.from({ length: random(most + 1) }, () => pick(from))
  const framed = (): string => pick(frames).replace('@', () => pick(atoms))
  return {
    pick,
    command: (): string =>
      Array.from({ length: random(3) }, framed).reduce((line, next) => `${line}${pick(joints)}${next}`, framed()),
    situation: (): Situation => ({
      allow: some(patterns, 4),
      ask: some(patterns, 1),
      deny: some(patterns, 2),
      mode: pick(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const),
      profile: pick(['raider', 'claude'] as const),
    }),
  }
}

/** The first of many worlds in which the claim does not hold, described. */
const counterexample = (seed: number, claim: (world: World) => string | undefined): string | undefined => {
  const world = createWorld(seed)
  for (let round = 0; round < 300; round++) {
    const broken = claim(world)
    if (broken !== undefined) return broken
  }
  return undefined
}

type World = ReturnType<typeof createWorld>

const strictnessOf = (situation: Situation, command: string): number =>
  strictness[judgeShell(situation, command).behavior]

describe('whatever the rules and the command', () => {
  it('a further deny rule never makes a decision milder', () => {
    const broken = counterexample(1, (world) => {
      const [situation, command, more] = [world.situation(), world.command(), world.pick(patterns)]
      const stricter = { ...situation, deny: [...(situation.deny ?? []), more] }
      const holds = strictnessOf(stricter, command) >= strictnessOf(situation, command)
      return holds ? undefined : `${command} with ${JSON.stringify(situation)} and deny ${more}`
    })
    expect(broken).toBeUndefined()
  })

  it('a further allow rule never makes a decision stricter', () => {
    const broken = counterexample(2, (world) => {
      const [situation, command, more] = [world.situation(), world.command(), world.pick(patterns)]
      const milder = { ...situation, allow: [...(situation.allow ?? []), more] }
      const holds = strictnessOf(milder, command) <= strictnessOf(situation, command)
      return holds ? undefined : `${command} with ${JSON.stringify(situation)} and allow ${more}`
    })
    expect(broken).toBeUndefined()
  })

  it('a command joined to another gains no permission that it has not got alone', () => {
    const broken = counterexample(3, (world) => {
      const [situation, first, second] = [world.situation(), world.command(), world.command()]
      const together = strictnessOf(situation, `${first}; ${second}`)
      const holds = together >= strictnessOf(situation, first)
      return holds ? undefined : `${first} ; ${second} with ${JSON.stringify(situation)}`
    })
    expect(broken).toBeUndefined()
  })

  it('the same question gets the same answer', () => {
    const broken = counterexample(4, (world) => {
      const [situation, command] = [world.situation(), world.command()]
      const answers = [1, 2].map(() => JSON.stringify(judgeShell(situation, command)))
      return answers[0] === answers[1] ? undefined : command
    })
    expect(broken).toBeUndefined()
  })
})

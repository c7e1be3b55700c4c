import type { Behavior } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createPathPattern } from './path-pattern.js'
import { testFacts } from '../judge.fixture.js'

const cwd = '/w/project'
const matches = (behavior: Behavior, pattern: string, path: string, at = cwd, caseSensitive = true): boolean =>
  createPathPattern(pattern, { behavior, anchor: '/anchor', facts: testFacts({ caseSensitive }) })(path, at)

describe('path patterns', () => {
  it.each([
    ['.env', '/w/project/.env', true],
    ['.env', '/w/project/a/b/.env', true],
    ['./.env', '/w/project/a/.env', true],
    ['.env', '/elsewhere/.env', false],
    ['*.pem', '/w/project/d/key.pem', true],
    ['secrets/**', '/w/project/secrets/k', true],
    ['secrets/**', '/w/project/a/secrets/k', true],
    ['secrets/**', '/w/project/secrets', true],
    ['rel/a/*', '/w/project/rel/a/f', true],
    ['rel/a/*', '/w/project/x/rel/a/f', false],
    ['one/*', '/w/project/one/two/x', true],
    ['**/src/**', '/w/project/a/src/b', true],
    ['//abs/dir', '/abs/dir/deep/f', true],
    ['//abs/dir', '/abs/directory', false],
    ['///abs/dir', '/abs/dir/f', true],
    ['//**/.env', '/any/where/.env', true],
    ['~/x', '/home/me/x/y', true],
    ['~/x', '/home/other/x', false],
    ['/y/**', '/anchor/y/f', true],
    ['/y/**', '/w/project/y/f', false],
    ['/../up/**', '/up/f', false],
    ['!not', '/w/project/!not', true],
    ['#x', '/w/project/#x', true],
  ])('deny %j against %s: %j', (pattern, path, expected) => {
    expect(matches('deny', pattern, path)).toBe(expected)
  })

  it.each([
    ['secrets/**', '/w/project/secrets/k', true],
    ['secrets/**', '/w/project/a/secrets/k', false],
    ['secrets/**', '/w/project/secrets', true],
    ['//abs/dir/**', '/abs/dir', true],
    ['//abs/dir/**', '/abs', false],
    ['**/src/**', '/w/project/a/src', true],
    ['**', '/w/project/a', true],
    ['.env', '/w/project/a/.env', true],
  ])('allow %j against %s: %j', (pattern, path, expected) => {
    expect(matches('allow', pattern, path)).toBe(expected)
  })

  it('holds restrictions in the start folder and in the current one, permissions in the start folder only', () => {
    expect(matches('deny', 'rel/a/x', '/w/project/rel/a/x', '/other')).toBe(true)
    expect(matches('deny', 'rel/a/x', '/other/rel/a/x', '/other')).toBe(true)
    expect(matches('allow', 'rel/a/x', '/other/rel/a/x', '/other')).toBe(false)
  })

  it('ignores case where the volume does', () => {
    expect(matches('deny', '.env', '/w/project/.ENV')).toBe(false)
    expect(matches('deny', '.env', '/w/project/.ENV', cwd, false)).toBe(true)
  })

  it('answers the same however many paths it was asked for', () => {
    const pattern = createPathPattern('secrets/**', { behavior: 'deny', anchor: '/anchor', facts: testFacts() })
    const asked = Array.from({ length: 2000 }, (_, n) => [`/w/project/secrets/${n}`, `/w/project/open/${n}`] as const)
    expect(asked.filter(([secret, open]) => !pattern(secret, cwd) || pattern(open, cwd))).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { expandGlob, globMatcher } from './shell-glob.js'

describe('globs', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['*.ts', '.hidden.ts', false],
    ['.*.ts', '.hidden.ts', true],
    ['secret*', 'secret-1', true],
    ['secret*', 'open-1', false],
    ['x?z', 'xyz', true],
    ['x?z', 'xz', false],
    ['a[bc]d', 'abd', true],
    ['a+b*', 'a+b', true],
    ['a+b*', 'aab', false],
    ['plain', 'plain', true],
  ])('%s stands for %s: %s', (glob, name, expected) => {
    expect(globMatcher(glob)(name)).toBe(expected)
  })

  it('stands for what lies there, and for itself', () => {
    const list = (folder: string): readonly string[] => (folder === '/w' ? ['a.ts', 'b.js', 'c.ts'] : [])
    expect(expandGlob('/w/*.ts', { list })).toEqual(['/w/a.ts', '/w/c.ts', '/w/*.ts'])
  })
})

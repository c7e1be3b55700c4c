import { describe, expect, it } from 'vitest'
import { handedOn, importsOf, undocumentedExports } from './source.mjs'

describe('importsOf', () => {
  it('finds imports, re-exports, imports of types and imports at run time', () => {
    const source = [
      "import 'a'",
      'import { b,',
      "  c } from 'b'",
      "import type { D } from 'd'",
      "export * from './e.js'",
      "const f = () => import('f')",
      "type G = import('g').G",
    ].join('\n')
    expect(importsOf(source).toSorted()).toEqual(['./e.js', 'a', 'b', 'd', 'f', 'g'])
  })

  it('leaves examples in comments and quoted unions alone', () => {
    expect(importsOf(" * import { Raider } from 'raider'\nexport type Mode = 'a' | 'b'")).toEqual([])
  })
})

describe('undocumentedExports', () => {
  it('names the exports that no doc comment explains', () => {
    const source = [
      '/** Says what. */',
      'export const told = 1',
      '',
      '// no doc comment',
      'export interface Untold {}',
    ].join('\n')
    expect(undocumentedExports(source)).toEqual(['Untold'])
  })
})

describe('handedOn', () => {
  it('lists names by file, types and renamed ones included', () => {
    const index =
      "export * from './note.js'\nexport { Run, type Limits, a as b } from './run.js'\nexport { z } from 'zod'"
    expect([...handedOn(index)]).toEqual([
      ['./note.js', ['*']],
      ['./run.js', ['Run', 'Limits', 'a']],
    ])
  })
})

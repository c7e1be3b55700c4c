import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatherDeclarations } from './declarations.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'raider-declarations-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it('gathers what an index reaches, with paths that need no other package', () => {
  write(
    'a/dist/index.d.ts',
    `export { B } from '@x/b';\nexport * from './own.js';\n//# sourceMappingURL=index.d.ts.map`,
  )
  write('a/package.json', `{"dependencies":{"zod":"4"}}`)
  write('a/dist/own.d.ts', `import type { Z } from 'zod';\nexport declare const own: Z | import("@x/b").B;`)
  write('a/dist/test.d.ts', 'export {};')
  write('b/dist/index.d.ts', `export * from './deep/b.js';`)
  write('b/dist/deep/b.d.ts', `export interface B {}`)
  const folders = new Map([
    ['a', join(root, 'a')],
    ['@x/b', join(root, 'b')],
  ])
  gatherDeclarations('a', folders, join(root, 'types'))
  const read = (path) => readFileSync(join(root, 'types', path), 'utf8')
  expect(read('a/index.d.ts')).toBe(`export { B } from '../b/index.js';\nexport * from './own.js';\n`)
  expect(read('a/own.d.ts')).toBe(
    `import type { Z } from 'zod';\nexport declare const own: Z | import("../b/index.js").B;`,
  )
  expect(read('b/deep/b.d.ts')).toBe('export interface B {}')
  expect(readdirSync(join(root, 'types/a')).toSorted()).toEqual(['index.d.ts', 'own.d.ts'])
})

it('names no library that is not installed with the package', () => {
  write('a/package.json', '{"dependencies":{"@y/in":"1"}}')
  write(
    'a/dist/index.d.ts',
    `import type { A, B as C } from '@y/out/deep';\nimport type { D } from '@y/in/deep';\nexport type E = A | C | D | typeof import("out");`,
  )
  gatherDeclarations('a', new Map([['a', join(root, 'a')]]), join(root, 'types'))
  expect(readFileSync(join(root, 'types/a/index.d.ts'), 'utf8')).toBe(
    `type A = any;\ntype C = any;\nimport type { D } from '@y/in/deep';\nexport type E = A | C | D | any;`,
  )
})

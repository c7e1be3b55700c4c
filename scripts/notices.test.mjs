import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noticesOf } from './notices.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'raider-notices-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const addPackage = (name, manifest, licence) => {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT', ...manifest }))
  if (licence !== undefined) writeFileSync(join(folder, 'LICENSE.md'), licence)
}

it('tells the licence of every package once, and the author where there is no text of it', () => {
  addPackage('@x/b', {}, 'Do what you like.')
  addPackage('a', { author: 'Ann' })
  const inputs = ['src/own.ts', 'node_modules/a/a.js', 'node_modules/@x/b/one.js', 'node_modules/@x/b/lib/two.js']
  expect(noticesOf(inputs, root).split(/\n-+\n\n/)).toEqual([
    '@x/b 1.0.0 (MIT)\n\nDo what you like.\n',
    'a 1.0.0 (MIT)\n\nCopyright Ann\n',
  ])
  expect(noticesOf(['src/own.ts'], root)).toBe('')
})

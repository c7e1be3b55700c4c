import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceTextSync } from './replacement.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'raider-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('makes the file and its folders with the modes that are wanted', () => {
  const file = join(folder, 'a', 'b')
  replaceTextSync(file, 'x', { file: 0o600, folder: 0o700 })
  expect(readFileSync(file, 'utf8')).toBe('x')
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'a')).mode & 0o777]).toEqual([0o600, 0o700])
})

it('keeps the permission bits of the file it replaces', () => {
  const file = join(folder, 'a')
  writeFileSync(file, 'old')
  chmodSync(file, 0o640)
  replaceTextSync(file, 'new')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o640])
})

it('leaves nothing behind where it fails', () => {
  mkdirSync(join(folder, 'taken', 'x'), { recursive: true })
  expect(() => replaceTextSync(join(folder, 'taken'), 'x')).toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})

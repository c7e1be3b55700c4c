import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { realPathOf } from './real-path.js'

let folder: string
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'raider-disk-')))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('the real path', () => {
  it('is resolved as far as it exists', () => {
    mkdirSync(join(folder, 'real'))
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    expect(realPathOf(join(folder, 'link', 'a', 'b'))).toBe(join(folder, 'real', 'a', 'b'))
  })

  it('of a dangling link is where the file would be made', () => {
    symlinkSync('home/../home/new', join(folder, 'dangling'))
    expect(realPathOf(join(folder, 'dangling'))).toBe(join(folder, 'home', 'new'))
  })

  it('of a link to itself is found without going on for ever', () => {
    symlinkSync('loop', join(folder, 'loop'))
    expect(realPathOf(join(folder, 'loop', 'x'))).toContain('loop')
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exists, foldersToRoot, foldersUp, gitRoot } from './upward.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'raider-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('lists a folder and those above it, the nearest first', () => {
  expect(foldersUp('/a/b')).toEqual(['/a/b', '/a', '/'])
})

it('sees whether something is there', async () => {
  expect(await exists(folder)).toBe(true)
  expect(await exists(join(folder, 'none'))).toBe(false)
})

describe('in a repository', () => {
  it('goes up to the nearest root', async () => {
    const inner = join(folder, 'repo', 'a', 'b')
    mkdirSync(inner, { recursive: true })
    mkdirSync(join(folder, '.git', 'objects'), { recursive: true })
    writeFileSync(join(folder, 'repo', '.git'), 'gitdir: elsewhere')
    mkdirSync(join(inner, '.git'))
    expect(await gitRoot(join(folder, 'other'))).toBe(folder)
    expect(await gitRoot(inner)).toBe(join(folder, 'repo'))
    expect(await foldersToRoot(inner)).toEqual([inner, join(folder, 'repo', 'a'), join(folder, 'repo')])
  })
})

describe('outside of repositories', () => {
  it('goes up to the root of the file system', async () => {
    expect(await gitRoot('/proc/none')).toBeUndefined()
    expect(await foldersToRoot('/proc/none')).toEqual(['/proc/none', '/proc', '/'])
  })
})

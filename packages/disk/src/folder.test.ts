import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder, makeFolderSync } from './folder.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'raider-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (path: string, mode?: number) => makeFolderSync(path, mode)],
])('%s', (_, make) => {
  it('makes what is missing with the mode, and takes what is there', async () => {
    await make(join(folder, 'a', 'b'), 0o700)
    await make(join(folder, 'a', 'b'), 0o700)
    expect([join(folder, 'a'), join(folder, 'a', 'b')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o700,
    ])
  })

  it('takes a link to a folder, and the root', async () => {
    symlinkSync(folder, join(folder, 'link'))
    await make(join(folder, 'link'))
    await make('/')
  })

  it('fails once where a file is in the way', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(make(join(folder, 'file'))).rejects.toThrow('EEXIST')
    await expect(make(join(folder, 'file', 'below'))).rejects.toThrow(/ENOTDIR.*mkdir/)
  })

  it.runIf(process.platform === 'linux')('fails once where the system denies that a folder can be', async () => {
    await expect(make('/proc/nope/below')).rejects.toThrow(/ENOENT.*\/proc\/nope/)
  })
})

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markdownBelow } from './markdown.js'

let top = ''
beforeEach(async () => (top = await mkdtemp(join(tmpdir(), 'raider-markdown-'))))
afterEach(() => rm(top, { recursive: true, force: true }))

const at = (path: string): string => join(top, path)

const put = async (...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), '')
  }
}

describe('the Markdown files below a folder', () => {
  it('come by name, with those of folders and links among them', async () => {
    await put('top/b.md', 'top/a/x.md', 'top/c.txt', 'far/f.md')
    await symlink(at('far'), at('top/z'))
    expect(await markdownBelow(at('top'))).toEqual(['top/a/x.md', 'top/b.md', 'top/z/f.md'].map(at))
  })

  it('are each found once where links lead back in circles', async () => {
    await put('top/a/x.md', 'top/b/y.md')
    for (const [link, to] of [
      ['a/up', 'top'],
      ['b/up', 'top'],
      ['a/across', 'top/b'],
      ['b/across', 'top/a'],
    ] as const)
      await symlink(at(to), at(`top/${link}`))
    expect(await markdownBelow(at('top'))).toEqual(['top/a/across/y.md', 'top/a/x.md'].map(at))
  })

  it('are none where there is no folder', async () => {
    expect(await markdownBelow(at('none'))).toEqual([])
  })
})

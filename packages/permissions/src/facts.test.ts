import { describe, expect, it } from 'vitest'
import { contains, seenFrom } from './facts.js'

describe('paths seen from a folder', () => {
  it.each([
    ['/w/project', '/w/project/a/b', 'a/b'],
    ['/w/project', '/w/project', ''],
    ['/w/project', '/w/projects/a', undefined],
    ['/w/project', '/w', undefined],
    ['/', '/etc/passwd', 'etc/passwd'],
    ['/w/project', '/w/project/../other/a', undefined],
    ['/w/project', '/w/other/../project/a', 'a'],
    ['/w/project/', '/w//project/./a', 'a'],
    ['/w/project', '/w/project/..a', '..a'],
    ['/w/project', '/w/project/a/', 'a'],
  ])('from %s, %s is %s', (folder, path, expected) => {
    expect(seenFrom(folder, path)).toBe(expected)
  })

  it('takes a name for another of the same letters where the file system does', () => {
    expect(contains('/w/Project', '/w/project/a', { caseSensitive: false })).toBe(true)
    expect(contains('/w/Project', '/w/project/a', { caseSensitive: true })).toBe(false)
  })
})

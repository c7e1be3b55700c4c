import { stat, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { builtinTools } from '../builtin.js'
import { createBench, toolNamed, type Bench } from '../bench.fixture.js'

const edit = (bench: Bench, old_string: string, new_string: string, more = {}) =>
  bench.call('Edit', { file_path: 'a.txt', old_string, new_string, ...more })

/** Somebody else changes the file. */
const change = async (bench: Bench, content: string): Promise<void> => {
  await writeFile(bench.project.path('a.txt'), content)
  await utimes(bench.project.path('a.txt'), 2, 2)
}

describe('Edit', () => {
  it('replaces one place, then all places', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo two\nthree\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    const lines = ['-one', '+ONE', ' two two', ' three']
    expect((await edit(bench, 'one', 'ONE')).structured).toEqual({
      filePath: 'a.txt',
      oldString: 'one',
      newString: 'ONE',
      originalFile: 'one\ntwo two\nthree\n',
      structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines }],
      userModified: false,
      replaceAll: false,
    })
    expect((await edit(bench, 'two', '2', { replace_all: true })).text).toContain('every occurrence')
    expect(await bench.project.read('a.txt')).toBe('ONE\n2 2\nthree\n')
  })

  it('fills in the default and strips trailing spaces in the input that hooks see', () => {
    const input = { file_path: '/p/a.ts', old_string: 'x ', new_string: 'y  \nz\t' }
    const tool = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Edit')
    expect(tool.normalize?.(tool.tidy?.(input) ?? {}, '/p')).toEqual({
      file_path: '/p/a.ts',
      old_string: 'x ',
      new_string: 'y\nz',
      replace_all: false,
    })
  })

  it.each([
    ['zzz', 'y', 'String to replace not found in file.\nString: zzz'],
    ['two', 'x', 'Found 2 matches of the string to replace'],
    ['one', 'one', 'No changes to make'],
    ['', 'x', 'already exists'],
  ])('objects to %j → %j and leaves the file alone', async (old_string, new_string, words) => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo two\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    const trial = await edit(bench, old_string, new_string)
    expect(trial).toMatchObject({ status: 'objection', text: expect.stringContaining(words) as string })
    expect(await bench.project.read('a.txt')).toBe('one\ntwo two\n')
  })

  it('objects to a missing file, a folder and a notebook', async () => {
    await using bench = await createBench({ 'dir/x': 'x', 'n.ipynb': '{}' })
    const input = { old_string: 'a', new_string: 'b' }
    expect((await bench.call('Edit', { file_path: 'none', ...input })).text).toContain('File does not exist')
    expect((await bench.call('Edit', { file_path: 'dir', ...input })).text).toContain('EISDIR')
    expect((await bench.call('Edit', { file_path: 'n.ipynb', ...input })).text).toContain('NotebookEdit')
  })

  it('makes a file of an empty old_string, and fills an empty one', async () => {
    await using bench = await createBench()
    expect((await edit(bench, '', 'made\n')).structured).toMatchObject({
      originalFile: '',
      structuredPatch: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ['+made'] }],
    })
    await change(bench, '')
    expect((await edit(bench, '', 'filled')).status).toBe('ok')
    expect(await bench.project.read('a.txt')).toBe('filled')
  })

  it('matches CRLF with plain line ends and keeps it', async () => {
    await using bench = await createBench({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    expect((await edit(bench, 'one\ntwo', '1\n2')).structured).toMatchObject({ originalFile: 'one\ntwo\nthree\n' })
    expect(await bench.project.read('a.txt')).toBe('1\r\n2\r\nthree\r\n')
  })

  it('insists on a prior read; a part is enough', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\n' })
    expect((await edit(bench, 'two', '2')).text).toContain('has not been read yet')
    await bench.call('Read', { file_path: 'a.txt', limit: 1 })
    expect((await edit(bench, 'two', '2')).structured).toMatchObject({ contentNotInModelContext: true })
  })

  it('refuses a file that changed since it was read', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    await change(bench, 'one\nmore\n')
    expect(await edit(bench, 'one', '1')).toMatchObject({
      status: 'objection',
      text: expect.stringContaining('was changed since it was read') as string,
    })
  })

  it('lets profile claude edit what was not read, and what changed where the text still stands once', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n', 'b.txt': 'x' }, { profile: 'claude' })
    await bench.call('Read', { file_path: 'a.txt' })
    await change(bench, 'one\ntwo two\n')
    expect((await edit(bench, 'two', '2')).text).toContain('was changed since it was read')
    expect((await edit(bench, 'one', '1')).structured).toMatchObject({
      staleRecovered: true,
      contentNotInModelContext: true,
    })
    const unread = await bench.call('Edit', { file_path: 'b.txt', old_string: 'x', new_string: 'y' })
    expect(unread.structured).toMatchObject({ contentNotInModelContext: true })
  })

  it('goes on after a formatter that ran as a hook, and tells that the content is not the model’s', async () => {
    await using bench = await createBench({ 'a.txt': 'a\nb\nc\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    await edit(bench, 'a', 'A')
    await change(bench, 'A\nB\nc\n')
    await toolNamed(builtinTools({ homeDir: '/home/me' }), 'Edit').settle?.(
      { file_path: bench.project.path('a.txt') },
      bench.scope,
    )
    expect((await edit(bench, 'c', 'C')).structured).toMatchObject({ contentNotInModelContext: true })
    expect(await bench.project.read('a.txt')).toBe('A\nB\nC\n')
  })

  it('does not damage a file that is no UTF-8', async () => {
    await using bench = await createBench({ 'a.txt': Buffer.from([0x61, 0xff]) })
    await bench.call('Read', { file_path: 'a.txt' })
    expect((await edit(bench, 'a', 'b')).text).toContain('not valid UTF-8')
    expect((await stat(bench.project.path('a.txt'))).size).toBe(2)
  })
})

import { execFileSync } from 'node:child_process'
import { link, lstat, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { builtinTools } from '../builtin.js'
import { createToolState } from '../state.js'
import { createBench, toolNamed } from '../bench.fixture.js'

describe('Write', () => {
  it('makes a file and the folders on the way', async () => {
    await using bench = await createBench()
    const file_path = bench.project.path('new/deep/x.txt')
    const trial = await bench.call('Write', { file_path, content: 'hi\n' })
    expect(await bench.project.read('new/deep/x.txt')).toBe('hi\n')
    expect(trial.text).toContain(`Created ${file_path}`)
    expect(trial.structured).toEqual({
      type: 'create',
      filePath: file_path,
      content: 'hi\n',
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    })
  })

  it('replaces a file that was read, and shows the difference', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\n' })
    await bench.call('Read', { file_path: 'a.txt' })
    const trial = await bench.call('Write', { file_path: 'a.txt', content: 'one\n\t2' })
    const lines = [' one', '-two', '+  2', '\\ No newline at end of file']
    expect(trial.structured).toEqual({
      type: 'update',
      filePath: 'a.txt',
      content: 'one\n\t2',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines }],
      originalFile: 'one\ntwo\n',
      userModified: false,
    })
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'three' })).status).toBe('ok')
  })

  it('strips white space at line ends of what the model wrote, but not of Markdown', () => {
    const write = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Write')
    const tidied = (file_path: string, content: string) => write.tidy?.({ file_path, content })['content']
    expect(tidied('a.ts', 'x  \ny\t\r\nz\u00a0')).toBe('x\ny\r\nz')
    expect(tidied('a.markdown', 'x  \n')).toBe('x\n')
    expect(tidied('a.MD', 'x  \n')).toBe('x  \n')
    expect(write.normalize?.({ file_path: 'a.ts', content: 'x  ' }, '/p')).toEqual({
      file_path: '/p/a.ts',
      content: 'x  ',
    })
  })

  it('takes an empty file for a new one, and a byte-order mark for a character', async () => {
    await using bench = await createBench({ 'a.txt': '', 'b.txt': '\ufeffone\n' })
    for (const file_path of ['a.txt', 'b.txt']) await bench.call('Read', { file_path })
    expect(await bench.call('Write', { file_path: 'a.txt', content: 'x' })).toMatchObject({
      structured: { type: 'create', structuredPatch: [], originalFile: null },
    })
    expect(await bench.call('Write', { file_path: 'b.txt', content: 'two\n' })).toMatchObject({
      structured: { type: 'update', content: '\ufefftwo\n', originalFile: '\ufeffone\n' },
    })
    expect(await bench.project.read('b.txt')).toBe('\ufefftwo\n')
  })

  it('refuses a file that was not read, or in part only', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\n' })
    const objection = { status: 'objection', text: expect.stringContaining('has not been read yet') as string }
    expect(await bench.call('Write', { file_path: 'a.txt', content: 'x' })).toMatchObject(objection)
    await bench.call('Read', { file_path: 'a.txt', limit: 1 })
    expect(await bench.call('Write', { file_path: 'a.txt', content: 'x' })).toMatchObject(objection)
    expect(await bench.project.read('a.txt')).toBe('one\ntwo\n')
  })

  it('insists on a read in profile claude too, where the model is used to it', async () => {
    const state = createToolState({ resultsDir: '/r', model: 'claude-haiku-4-5-20251001' })
    await using bench = await createBench({ 'a.txt': 'one\n' }, { profile: 'claude', scope: { state } })
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).status).toBe('objection')
    await bench.call('Read', { file_path: ' a.txt ' })
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).status).toBe('ok')
  })

  it('lets profile claude overwrite unread files inside the project only, and never notebooks', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n', 'n.ipynb': '{}' }, { profile: 'claude' })
    await writeFile(`${bench.project.home}/b.txt`, 'two\n')
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).status).toBe('ok')
    expect((await bench.call('Write', { file_path: 'n.ipynb', content: 'x' })).status).toBe('objection')
    expect((await bench.call('Write', { file_path: '~/b.txt', content: 'x' })).status).toBe('objection')
  })

  it('refuses a file that changed since it was read, but not one that was only touched', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n' })
    const path = bench.project.path('a.txt')
    await bench.call('Read', { file_path: 'a.txt' })
    await utimes(path, 1, 1)
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'two\n' })).status).toBe('ok')
    await writeFile(path, 'theirs\n')
    await utimes(path, 2, 2)
    const trial = await bench.call('Write', { file_path: 'a.txt', content: 'mine\n' })
    expect(trial).toMatchObject({
      status: 'objection',
      text: expect.stringContaining('was changed since it was read') as string,
    })
    expect(await bench.project.read('a.txt')).toBe('theirs\n')
  })

  it('does not take a formatter that ran as a hook for a conflict', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n' })
    const file_path = bench.project.path('a.txt')
    await bench.call('Read', { file_path })
    await bench.call('Write', { file_path, content: 'two' })
    await writeFile(file_path, 'TWO\n')
    await utimes(file_path, 2, 2)
    await toolNamed(builtinTools({ homeDir: '/home/me' }), 'Write').settle?.({ file_path }, bench.scope)
    expect((await bench.call('Write', { file_path, content: 'three' })).status).toBe('ok')
  })

  it('looks again before it writes: somebody may have made the file while permission was asked', async () => {
    await using bench = await createBench()
    const write = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Write')
    const input = { file_path: bench.project.path('a.txt'), content: 'mine' }
    expect(await write.check?.(input, bench.scope)).toBeUndefined()
    await bench.project.write({ 'a.txt': 'theirs' })
    await expect(write.run(input, bench.scope)).rejects.toThrow('has not been read yet')
    expect(await bench.project.read('a.txt')).toBe('theirs')
  })

  it('makes the file where a dangling link leads: that is the place that was permitted', async () => {
    await using bench = await createBench()
    await symlink('later.txt', bench.project.path('link.txt'))
    await bench.call('Write', { file_path: 'link.txt', content: 'now' })
    expect(await bench.project.read('later.txt')).toBe('now')
    expect((await lstat(bench.project.path('link.txt'))).isSymbolicLink()).toBe(true)
  })

  it('keeps the permission bits, follows a link, and leaves no draft behind', async () => {
    await using bench = await createBench({ 'run.sh': '#!/bin/sh\n' })
    await symlink('run.sh', bench.project.path('link.sh'))
    await bench.call('Read', { file_path: 'link.sh' })
    await bench.call('Write', { file_path: 'link.sh', content: '#!/bin/bash\n' })
    expect(await bench.project.read('run.sh')).toBe('#!/bin/bash\n')
    expect((await stat(bench.project.path('run.sh'))).mode & 0o777).toBe(0o755)
    expect((await lstat(bench.project.path('link.sh'))).isSymbolicLink()).toBe(true)
    expect(await readdir(bench.project.dir)).toEqual(['link.sh', 'run.sh'])
  })

  it('changes a file with two names under both', async () => {
    await using bench = await createBench({ 'a.txt': 'one' })
    await link(bench.project.path('a.txt'), bench.project.path('b.txt'))
    await bench.call('Read', { file_path: 'a.txt' })
    await bench.call('Write', { file_path: 'a.txt', content: 'two' })
    expect(await bench.project.read('b.txt')).toBe('two')
  })

  it('does not damage a file that is no UTF-8', async () => {
    const bytes = Buffer.from([0x61, 0xff])
    await using bench = await createBench({ 'a.txt': bytes })
    await bench.call('Read', { file_path: 'a.txt' })
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).text).toContain('not valid UTF-8')
    expect((await stat(bench.project.path('a.txt'))).size).toBe(2)
  })

  it('keeps UTF-16 as it was', async () => {
    await using bench = await createBench({ 'a.txt': Buffer.from('\ufeffone', 'utf16le') })
    await bench.call('Read', { file_path: 'a.txt' })
    await bench.call('Write', { file_path: 'a.txt', content: 'two' })
    expect(await bench.project.read('a.txt')).toBe(Buffer.from('\ufefftwo', 'utf16le').toString('utf8'))
  })

  it.each([
    ['dir', 'EISDIR'],
    ['file.txt/x', 'ENOTDIR'],
    ['loop', 'ELOOP'],
    ['pipe', 'pipe'],
    ['a\0b', 'NUL byte'],
  ])('refuses %j with one clear text', async (file_path, words) => {
    await using bench = await createBench({ 'file.txt': 'x' })
    await mkdir(bench.project.path('dir'))
    await symlink('loop', bench.project.path('loop'))
    execFileSync('mkfifo', [bench.project.path('pipe')])
    const trial = await bench.call('Write', { file_path, content: 'x' })
    expect(trial).toMatchObject({ status: 'objection', text: expect.stringContaining(words) as string })
  })
})

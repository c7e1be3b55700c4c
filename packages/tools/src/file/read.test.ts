import { execFileSync } from 'node:child_process'
import { chmod, symlink, truncate } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { builtinTools } from '../builtin.js'
import { createBench, toolNamed } from '../bench.fixture.js'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(dot, 'base64')

describe('Read', () => {
  it('numbers the lines; a newline at the end makes one more', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\n' })
    const file_path = bench.project.path('a.txt')
    const trial = await bench.call('Read', { file_path })
    expect(trial.text).toBe('1\tone\n2\ttwo\n3\t')
    const file = { filePath: file_path, content: 'one\ntwo\n', numLines: 3, startLine: 1, totalLines: 3 }
    expect(trial.structured).toEqual({ type: 'text', file })
  })

  it.each([
    [{ offset: 2, limit: 2 }, '2\ttwo\n3\tthree'],
    [{ offset: 0, limit: 1 }, '0\tone'],
    [{ limit: -1 }, '1\tone\n2\ttwo\n3\tthree\n4\tfour'],
    [{ offset: -3, limit: 1 }, '1\tone'],
    [{ offset: 4, limit: 9, pages: '' }, '4\tfour'],
  ])('shows the part that %j asks for', async (range, text) => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\nthree\nfour' })
    expect((await bench.call('Read', { file_path: 'a.txt', ...range })).text).toBe(text)
  })

  it('leaves meaningless numbers out of the input that hooks see, and makes the path absolute', () => {
    const read = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Read')
    expect(read.normalize?.({ file_path: 'a', offset: 0, limit: 0, pages: '' }, '/p')).toEqual({
      file_path: '/p/a',
      offset: 0,
    })
    expect(read.normalize?.({ file_path: '~/a', offset: -1, limit: 3 }, '/p')).toEqual({
      file_path: '/home/me/a',
      limit: 3,
    })
  })

  it('names the file in the result as the model did', async () => {
    await using bench = await createBench({ 'a.txt': 'x' })
    expect((await bench.call('Read', { file_path: 'a.txt' })).structured).toMatchObject({ file: { filePath: 'a.txt' } })
  })

  it('warns of an empty file and of an offset past the end', async () => {
    await using bench = await createBench({ 'empty.txt': '', 'nl.txt': '\n' })
    expect((await bench.call('Read', { file_path: 'empty.txt' })).text).toMatch(/^<system-reminder>.*empty/)
    expect((await bench.call('Read', { file_path: 'nl.txt' })).text).toBe('1\t\n2\t')
    const past = await bench.call('Read', { file_path: 'nl.txt', offset: 90 })
    expect(past.text).toMatch(/^<system-reminder>.*2 lines/)
    expect(past.structured).toMatchObject({ file: { content: '', numLines: 0, startLine: 90, totalLines: 2 } })
  })

  it('shows CRLF as plain line ends, and no byte-order mark', async () => {
    await using bench = await createBench({ 'a.txt': '\ufeffone\r\ntwo\r\n' })
    expect((await bench.call('Read', { file_path: 'a.txt' })).text).toBe('1\tone\n2\ttwo\n3\t')
  })

  it('marks bytes that are no UTF-8, and NUL bytes', async () => {
    await using bench = await createBench({ 'bad.txt': Buffer.from([0x61, 0xff, 0x62]), 'nul.txt': 'a\0b' })
    expect((await bench.call('Read', { file_path: 'bad.txt' })).text).toMatch(/^1\ta\ufffdb\n\n\[.*U\+FFFD/)
    expect((await bench.call('Read', { file_path: 'nul.txt' })).text).toMatch(/^1\ta\0b\n\n\[.*NUL/)
  })

  it('refuses more than 256 KB at once, and 1 MB with allow_large', async () => {
    await using bench = await createBench({
      'big.txt': `${'x'.repeat(99)}\n`.repeat(3000),
      'huge.txt': 'x'.repeat(1_100_000),
    })
    expect(await bench.call('Read', { file_path: 'big.txt' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('293KB is more than the maximum of 256KB') as string,
    })
    expect((await bench.call('Read', { file_path: 'big.txt', offset: 2999, limit: 1 })).status).toBe('ok')
    expect((await bench.call('Read', { file_path: 'big.txt', allow_large: true })).status).toBe('ok')
    expect((await bench.call('Read', { file_path: 'huge.txt', allow_large: true })).status).toBe('failed')
  })

  it('does not load a giant', async () => {
    await using bench = await createBench({ 'giant.txt': '' })
    await truncate(bench.project.path('giant.txt'), 8 * 1024 ** 3)
    expect((await bench.call('Read', { file_path: 'giant.txt', limit: 1 })).text).toContain('larger than 64 MB')
  })

  it('shows a picture to the model', async () => {
    await using bench = await createBench({ 'dot.png': png })
    const { structured } = await bench.call('Read', { file_path: 'dot.png' })
    const dimensions = { originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1 }
    expect(structured).toEqual({
      type: 'image',
      file: { base64: dot, type: 'image/png', originalSize: 70, dimensions },
    })
    const content = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Read').render?.(structured, {})
    expect(content).toEqual([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: dot } }])
  })

  it('refuses a picture by name only, and one of another kind', async () => {
    await using bench = await createBench({
      'text.png': 'hi',
      'bmp.png': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
    })
    expect((await bench.call('Read', { file_path: 'text.png' })).text).toContain('its content is none')
    expect((await bench.call('Read', { file_path: 'bmp.png' })).text).toContain('Convert it')
  })

  it('shows a notebook cell by cell', async () => {
    const cells = [
      {
        cell_type: 'code',
        id: 'c1',
        execution_count: 1,
        source: ['x = 1\n', 'y'],
        outputs: [
          { output_type: 'stream', text: ['hi\n'] },
          { output_type: 'execute_result', data: { 'text/plain': ['3'] } },
          { output_type: 'display_data', data: { 'image/png': `${dot}\n` } },
          { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['tb'] },
        ],
      },
      { cell_type: 'markdown', source: 'words', outputs: [] },
    ]
    await using bench = await createBench({ 'n.ipynb': { cells } })
    const { text, structured } = await bench.call('Read', { file_path: 'n.ipynb' })
    expect(text).toBe(
      '<cell id="c1">x = 1\ny</cell id="c1">\n\nhi\n\n\n3\n\nE: v\ntb\n' +
        '<cell id="cell-1"><cell_type>markdown</cell_type>words</cell id="cell-1">',
    )
    expect(structured).toMatchObject({
      type: 'notebook',
      file: { cells: [{ language: 'python', execution_count: 1 }, {}] },
    })
    expect(toolNamed(builtinTools({ homeDir: '/home/me' }), 'Read').render?.(structured, {})).toHaveLength(2)
  })

  it('takes carriage returns at line ends for none, and those within a line for text', async () => {
    await using bench = await createBench({ 'a.txt': 'a\rb\r' })
    expect((await bench.call('Read', { file_path: 'a.txt' })).text).toBe('1\ta\rb')
  })

  it.each(['not json', '[1]', '{"cells": {}}'])('says that %j is no notebook', async (content) => {
    await using bench = await createBench({ 'n.ipynb': content })
    expect(await bench.call('Read', { file_path: 'n.ipynb' })).toMatchObject({ status: 'failed' })
  })

  it.each([
    ['x.exe', 'objection', 'binary file'],
    ['x.pdf', 'failed', 'File does not exist'],
    ['a\0b', 'objection', 'NUL byte'],
    ['/dev/zero', 'objection', 'device'],
    ['/proc/self/environ', 'objection', 'process'],
    ['/proc/self/../thread-self/environ', 'objection', 'process'],
    ['/proc/1/task/1/environ', 'objection', 'process'],
    ['environment', 'failed', 'process'],
    ['process/environ', 'failed', 'process'],
    ['', 'failed', 'EISDIR'],
    ['dir', 'failed', 'EISDIR'],
    ['none.txt', 'failed', 'File does not exist'],
    ['file.txt/x', 'failed', 'ENOTDIR'],
    ['loop', 'failed', 'ELOOP'],
    ['dangling', 'failed', 'File does not exist'],
    ['pipe', 'failed', 'pipe'],
  ] as const)('refuses %j with one clear text', async (file_path, status, words) => {
    await using bench = await createBench({ 'file.txt': 'x', 'dir/x': 'x' })
    await symlink('loop', bench.project.path('loop'))
    await symlink('nowhere', bench.project.path('dangling'))
    await symlink('/proc/self/environ', bench.project.path('environment'))
    await symlink('/proc/self', bench.project.path('process'))
    execFileSync('mkfifo', [bench.project.path('pipe')])
    expect(await bench.call('Read', { file_path })).toMatchObject({
      status,
      text: expect.stringContaining(words) as string,
    })
  })

  it.skipIf(process.getuid?.() === 0)('says that a file may not be read', async () => {
    await using bench = await createBench({ 'a.txt': 'x' })
    await chmod(bench.project.path('a.txt'), 0)
    expect((await bench.call('Read', { file_path: 'a.txt' })).text).toContain('no permission')
  })

  it('records what was seen under the real path, and whether it was all', async () => {
    await using bench = await createBench({ 'a.txt': 'one\ntwo\n' })
    await symlink('a.txt', bench.project.path('link.txt'))
    const real = bench.project.path('a.txt')
    await bench.call('Read', { file_path: 'link.txt', limit: 1 })
    expect(bench.scope.state.files.get(real)).toMatchObject({ partial: true })
    await bench.call('Read', { file_path: 'link.txt' })
    expect(bench.scope.state.files.get(real)).toMatchObject({ partial: false })
  })
})

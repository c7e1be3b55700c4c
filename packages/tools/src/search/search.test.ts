import { dirname } from 'node:path'
import { symlink, utimes } from 'node:fs/promises'
import { rgPath } from '@vscode/ripgrep'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@raider/contracts'
import { createBench, type Bench } from '../bench.fixture.js'

const files = {
  'a.js': 'one\ntwo\nthree\nfour\ntwo\nsix\nseven\neight\ntwo\n',
  'src/b.js': 'zwei two\r\nTwo\n',
  'src/.hid/c.ts': 'two',
  'src/.gitignore': 'skip/\n*.log\n!keep.log\n',
  'src/skip/x.js': 'two\n',
  'src/x.log': 'two\n',
  'src/keep.log': 'two\n',
  'node_modules/m.js': 'two\n',
  'ign.js': 'two\n',
  '.gitignore': 'node_modules\n/ign.js\n',
  '.env': 'two\n',
  'bin.dat': 'two\0bin\n',
  'long.txt': `${'z'.repeat(600)}\nzz\n`,
  'many.txt': Array.from({ length: 300 }, (_, index) => `f${index + 1}\n`).join(''),
  '.git/HEAD': 'two\n',
}

/** The same project searched with ripgrep on the PATH, and without. */
const withRipgrep = (): Promise<Bench> => createBench(files, { scope: { env: { PATH: dirname(rgPath) } } })
const withoutRipgrep = (): Promise<Bench> => createBench(files, { scope: { env: { PATH: '/nowhere' } } })

const queries: readonly JsonObject[] = [
  { pattern: 'two' },
  { pattern: 'two', output_mode: 'content' },
  { pattern: 'two', output_mode: 'content', '-C': 1 },
  { pattern: 'two', output_mode: 'content', path: 'a.js', '-A': 1 },
  { pattern: 'two', output_mode: 'content', path: 'a.js', context: 2, head_limit: 4, offset: 1 },
  { pattern: 'two', output_mode: 'content', '-B': 1, glob: '!*.md' },
  { pattern: 'two', output_mode: 'count' },
  { pattern: 'two', output_mode: 'count', head_limit: 1 },
  { pattern: 'two', output_mode: 'count', path: 'a.js', head_limit: 0 },
  { pattern: 'TWO', '-i': true, output_mode: 'content', '-n': false },
  { pattern: '(?i)TWO$', output_mode: 'content', path: 'src/b.js' },
  { pattern: '^t\\w+e', output_mode: 'content' },
  { pattern: 't\\w', output_mode: 'content', '-o': true, glob: '*.js', type: 'js' },
  { pattern: 'one\\ntwo', output_mode: 'content', multiline: true },
  { pattern: 'o.t', output_mode: 'count', multiline: true },
  { pattern: 'two', path: 'node_modules' },
  { pattern: 'two', path: 'ign.js' },
  { pattern: 'two', path: 'bin.dat', output_mode: 'content' },
  { pattern: 'two', glob: '*.{js,ts}', output_mode: 'count' },
  { pattern: 'two', glob: 'src/*.js', output_mode: 'content' },
  { pattern: 'two', glob: '*.js *.log,*.ts', output_mode: 'count' },
  { pattern: 'two', glob: '!src', output_mode: 'count' },
  { pattern: 'two', type: 'ts' },
  { pattern: 'zz', output_mode: 'content' },
  { pattern: 'z|z', output_mode: 'content', '-C': 1 },
  { pattern: 'f', path: 'many.txt', output_mode: 'content' },
  { pattern: 'f', path: 'many.txt', output_mode: 'content', offset: 900 },
  { pattern: 'two', offset: 90 },
  { pattern: 'nothing-here' },
  { pattern: 'nothing-here', output_mode: 'content' },
  { pattern: 'nothing-here', output_mode: 'count' },
  { pattern: '-x', output_mode: 'content' },
  { pattern: '^', multiline: true, path: 'a.js', output_mode: 'content' },
  { pattern: 'x*', path: 'a.js', output_mode: 'count' },
  { pattern: 'x*', path: 'a.js', output_mode: 'content', '-o': true },
  { pattern: '[[:alpha:]]{5}\\b', output_mode: 'content' },
  { pattern: 'two', path: '.git' },
]

describe('Grep', () => {
  it('answers every query with ripgrep as without it', async () => {
    await using one = await withRipgrep()
    await using other = await withoutRipgrep()
    await Promise.all([sameTimes(one), sameTimes(other)])
    for (const query of queries) {
      const expected = await one.call('Grep', query)
      expect(await other.call('Grep', query), JSON.stringify(query)).toEqual(expected)
    }
  })

  it.each([
    ['(', {}],
    ['a(?=b)', {}],
    ['one\ntwo', {}],
    ['one\\ntwo', {}],
    ['x', { type: 'nosuch' }],
  ])('refuses pattern %j %j with and without ripgrep', async (pattern, more) => {
    for (const open of [withRipgrep, withoutRipgrep]) {
      await using bench = await open()
      const trial = await bench.call('Grep', { pattern, ...more })
      expect(trial).toMatchObject({ status: 'failed', text: expect.stringContaining('The search failed') as string })
    }
  })

  it('shows files, the last changed first', async () => {
    await using bench = await withoutRipgrep()
    await sameTimes(bench)
    await utimes(bench.project.path('src/b.js'), 9, 9)
    const trial = await bench.call('Grep', { pattern: 'two', glob: '*.js', head_limit: 2 })
    expect(trial.text).toBe('Found 2 files limit: 2\nsrc/b.js\na.js')
    const filenames = ['src/b.js', 'a.js']
    expect(trial.structured).toEqual({
      mode: 'files_with_matches',
      filenames,
      numFiles: 2,
      totalFiles: 3,
      appliedLimit: 2,
    })
  })

  it('honours ignore files inside a repository only', async () => {
    const open = () => createBench({ '.gitignore': 'x.js\n', '.ignore': 'y.js\n', 'x.js': 'two', 'y.js': 'two' }, plain)
    const plain = { scope: { env: { PATH: '/nowhere' } } }
    await using bench = await open()
    expect((await bench.call('Grep', { pattern: 'two' })).text).toBe('Found 1 file\nx.js')
  })

  it('leaves out what may not be listed', async () => {
    for (const PATH of [dirname(rgPath), '/nowhere']) {
      await using bench = await createBench(files, {
        listable: (path) => !path.includes('/src/'),
        scope: { env: { PATH } },
      })
      const trial = await bench.call('Grep', { pattern: 'two', output_mode: 'content', glob: '*.{js,ts}', '-A': 1 })
      expect(trial.text).toBe('a.js:2:two\na.js-3-three\n--\na.js:5:two\na.js-6-six\n--\na.js:9:two\n--\nign.js:1:two')
    }
  })

  it('is not hung by a pattern that makes backtracking engines run for ever', async () => {
    await using bench = await createBench(
      { 'a.txt': `${'a'.repeat(5000)}b\n` },
      { scope: { env: { PATH: '/nowhere' } } },
    )
    expect((await bench.call('Grep', { pattern: '(a+)+$', output_mode: 'content' })).text).toBe('No matches found')
  })

  it.each([{ head_limit: -1 }, { offset: -1 }])('objects to %j', async (paging) => {
    await using bench = await createBench(files)
    expect((await bench.call('Grep', { pattern: 'x', ...paging })).status).toBe('objection')
  })

  it('says that a path does not exist, and where it looked from', async () => {
    await using bench = await withoutRipgrep()
    const text = `Path does not exist: nope. The current working directory is ${bench.project.dir}.`
    expect(await bench.call('Grep', { pattern: 'x', path: 'nope' })).toMatchObject({ status: 'failed', text })
  })
})

describe('Glob', () => {
  it('lists files, oldest change first, ignored and hidden ones too', async () => {
    await using bench = await createBench(files)
    await sameTimes(bench)
    await utimes(bench.project.path('src/b.js'), 1, 1)
    const trial = await bench.call('Glob', { pattern: '*.js' })
    expect(trial.text).toBe('src/b.js\na.js\nign.js\nnode_modules/m.js\nsrc/skip/x.js')
    expect(trial.structured).toMatchObject({ numFiles: 5, totalMatches: 5, truncated: false, countIsComplete: true })
  })

  it.each([
    [{ pattern: 'src/*.js' }, 'src/b.js'],
    [{ pattern: './*.dat' }, 'bin.dat'],
    [{ pattern: '*.ts', path: 'src' }, 'src/.hid/c.ts'],
    [{ pattern: '**/skip/**' }, 'src/skip/x.js'],
    [{ pattern: '*.{log,dat}' }, 'bin.dat\nsrc/keep.log\nsrc/x.log'],
    [{ pattern: '$PROJ/src/*.log' }, 'src/keep.log\nsrc/x.log'],
    [{ pattern: '$PROJ/a.js' }, 'a.js'],
    [{ pattern: '*.py' }, 'No files found'],
    [{ pattern: 'HEAD' }, 'No files found'],
  ])('lists for %j', async (input, text) => {
    await using bench = await createBench(files)
    await sameTimes(bench)
    const pattern = input.pattern.replace('$PROJ', bench.project.dir)
    expect((await bench.call('Glob', { ...input, pattern })).text).toBe(text)
  })

  it('shows a hundred files and says how many more there are', async () => {
    await using bench = await createBench(Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`f${at}.ts`, ''])))
    const trial = await bench.call('Glob', { pattern: '*.ts' })
    expect(trial.structured).toMatchObject({ numFiles: 100, totalMatches: 130, truncated: true })
    expect(trial.text.split('\n')).toHaveLength(101)
    expect(trial.text).toContain('Showing 100 of 130')
  })

  it.each(['[', 'src/{a,b'])('says that the glob %j is not valid', async (pattern) => {
    await using bench = await createBench(files)
    expect(await bench.call('Glob', { pattern })).toMatchObject({ status: 'failed' })
  })

  it('does not follow links, so that a loop ends', async () => {
    await using bench = await createBench({ 'd/x.js': '' })
    await symlink('..', bench.project.path('d/up'))
    expect((await bench.call('Glob', { pattern: '**/*.js' })).text).toBe('d/x.js')
  })

  it('leaves out what may not be listed', async () => {
    await using bench = await createBench(files, { listable: (path) => !path.includes('/src/') })
    expect((await bench.call('Glob', { pattern: '*.log' })).text).toBe('No files found')
  })

  it.each([
    ['nope', 'Directory does not exist: nope'],
    ['a.js', 'Path is not a directory: a.js'],
    ['a\0b', 'Directory does not exist'],
  ])('says what is wrong with path %j', async (path, words) => {
    await using bench = await createBench(files)
    const trial = await bench.call('Glob', { pattern: '*', path })
    expect(trial).toMatchObject({ status: 'failed', text: expect.stringContaining(words) as string })
  })
})

/** Equal times leave the order to the paths. */
const sameTimes = async (bench: Bench): Promise<void> => {
  await Promise.all(Object.keys(files).map((path) => utimes(bench.project.path(path), 5, 5)))
}

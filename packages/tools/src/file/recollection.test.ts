import { rm, stat, utimes } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { CallScope, Permit } from '@raider/contracts'
import { builtinTools } from '../builtin.js'
import { createBench, toolNamed, type Bench } from '../bench.fixture.js'
import { knowFiles, recallFiles } from './recollection.js'

/** Files that were changed one after the other, in this order. */
async function withTimes(files: Readonly<Record<string, string>>, scope: Partial<CallScope> = {}): Promise<Bench> {
  const bench = await createBench(files, { scope })
  for (const [index, name] of Object.keys(files).entries()) await utimes(bench.project.path(name), 1000, 1000 + index)
  return bench
}

const read = async (bench: Bench, ...names: readonly string[]): Promise<void> => {
  for (const file_path of names) await bench.call('Read', { file_path: bench.project.path(file_path) })
}

async function recall({ project, scope }: Bench, memory: readonly string[] = []): Promise<readonly string[]> {
  const tool = toolNamed(builtinTools({ homeDir: project.home }), 'Read')
  const notes = await recallFiles(tool, memory, scope)
  return notes.map(({ text }) => text.replaceAll(`${project.dir}/`, ''))
}

describe('files shown again', () => {
  it('are the five that were changed last, whole and as they are now', async () => {
    await using bench = await withTimes({ a: '1', b: '2', c: '3', d: '4', e: '5', f: '6\n7' })
    await bench.call('Read', { file_path: bench.project.path('f'), limit: 1 })
    await read(bench, 'e', 'd', 'c', 'b', 'a')
    await bench.project.write({ c: 'new' })
    const [first, ...others] = await recall(bench)
    expect(first).toBe('Content of f, as it is now:\n1\t6\n2\t7')
    expect(others.map((text) => text.slice(11, 12))).toEqual(['e', 'd', 'c', 'b'])
    expect(others[2]).toContain('\tnew')
  })

  it('are all that the model knows from then on', async () => {
    await using bench = await withTimes({ a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' })
    await read(bench, 'a', 'b', 'c', 'd', 'e', 'f')
    await recall(bench)
    const change = (name: string) =>
      bench.call('Edit', { file_path: bench.project.path(name), old_string: '1', new_string: '2' })
    expect((await change('a')).text).toContain('has not been read yet')
    expect(bench.scope.state.files.size).toBe(5)
  })

  it('may be memory files, and none that is gone, denied or a picture', async () => {
    const permit: Permit = ({ input, ...query }) => {
      const { permit: allow } = bench.scope
      return { ...allow({ input, ...query }), ...(String(input.file_path).endsWith('secret') && { behavior: 'deny' }) }
    }
    await using bench = await withTimes({ secret: '1', gone: '2', 'a.md': '3' })
    await read(bench, 'secret', 'gone')
    await rm(bench.project.path('gone'))
    const scope = { ...bench.scope, permit }
    expect(await recall({ ...bench, scope }, [bench.project.path('a.md')])).toEqual([
      'Content of a.md, as it is now:\n1\t3',
    ])
  })

  it('are named only where they are too long, alone or with others', async () => {
    const line = `${'x'.repeat(99)}\n`
    await using bench = await withTimes({
      small: 's',
      second: line.repeat(1000),
      first: line.repeat(1500),
      huge: line.repeat(9000),
    })
    for (const name of ['small', 'second', 'first', 'huge'])
      await bench.call('Read', { file_path: bench.project.path(name), limit: 1 })
    const texts = await recall(bench)
    expect(texts.map((text) => text.includes('too long'))).toEqual([true, false, true, false])
  })
})

describe('files of an earlier conversation', () => {
  it('are known, unless they were changed since', async () => {
    await using bench = await createBench({ same: 'one', changed: 'one' })
    const path = (name: string) => bench.project.path(name)
    const { mtimeMs } = await stat(path('same'))
    await knowFiles(bench.scope.state, [
      { path: path('same'), at: mtimeMs + 1, partial: false },
      { path: path('changed'), at: mtimeMs - 1000, partial: false },
      { path: path('gone'), at: mtimeMs, partial: false },
    ])
    const change = (name: string) => bench.call('Edit', { file_path: path(name), old_string: 'one', new_string: 'two' })
    expect((await change('same')).status).toBe('ok')
    expect((await change('changed')).text).toContain('was changed since it was read')
  })
})

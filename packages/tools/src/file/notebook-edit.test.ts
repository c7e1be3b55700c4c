import { describe, expect, it } from 'vitest'
import { createBench, type BenchOptions } from '../bench.fixture.js'

const code = {
  cell_type: 'code',
  id: 'c1',
  execution_count: 4,
  metadata: {},
  outputs: [{ output_type: 'stream' }],
  source: ['x = 1\n', 'y'],
}
const prose = { cell_type: 'markdown', id: 'c2', metadata: {}, source: ['hi'] }
const recent = { cells: [code, prose], metadata: {}, nbformat: 4, nbformat_minor: 5 }
const old = {
  cells: [{ ...code, id: undefined }],
  metadata: { language_info: { name: 'r' } },
  nbformat: 4,
  nbformat_minor: 2,
}

/** A notebook that was read. */
const createNotebook = async (notebook: object = recent, options: BenchOptions = {}) => {
  const bench = await createBench({ 'n.ipynb': JSON.stringify(notebook) }, options)
  await bench.call('Read', { file_path: 'n.ipynb' })
  return {
    bench,
    edit: (input: Record<string, unknown>) =>
      bench.call('NotebookEdit', { notebook_path: 'n.ipynb', new_source: '', ...input }),
    cells: async () => (JSON.parse(await bench.project.read('n.ipynb')) as { cells: Record<string, unknown>[] }).cells,
    [Symbol.asyncDispose]: () => bench.project.dispose(),
  }
}

describe('NotebookEdit', () => {
  it('replaces the source of a cell and drops its results', async () => {
    await using notebook = await createNotebook()
    const trial = await notebook.edit({ cell_id: 'c1', new_source: 'x = 2  \n' })
    expect(trial.text).toBe('Updated cell c1 with x = 2  \n')
    expect(trial.structured).toMatchObject({
      old_source: 'x = 1\ny',
      cell_type: 'code',
      language: 'python',
      edit_mode: 'replace',
      cell_id: 'c1',
      error: '',
      notebook_path: notebook.bench.project.path('n.ipynb'),
      original_file: JSON.stringify(recent),
      updated_file: await notebook.bench.project.read('n.ipynb'),
    })
    expect(await notebook.cells()).toEqual([
      { ...code, execution_count: null, outputs: [], source: 'x = 2  \n' },
      prose,
    ])
  })

  it('inserts after a cell, or at the beginning, with an id of its own', async () => {
    await using notebook = await createNotebook()
    await notebook.edit({ cell_id: 'c1', new_source: 'text', edit_mode: 'insert', cell_type: 'markdown' })
    await notebook.edit({ new_source: 'first', edit_mode: 'insert', cell_type: 'code' })
    const cells = await notebook.cells()
    expect(cells.map(({ source }) => source)).toEqual(['first', ['x = 1\n', 'y'], 'text', ['hi']])
    expect(cells[0]).toMatchObject({ execution_count: null, outputs: [], id: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(cells[2]).not.toHaveProperty('outputs')
  })

  it('deletes a cell', async () => {
    await using notebook = await createNotebook()
    expect((await notebook.edit({ cell_id: 'c2', edit_mode: 'delete' })).text).toBe('Deleted cell c2')
    expect(await notebook.cells()).toEqual([code])
  })

  it('turns a code cell into prose', async () => {
    await using notebook = await createNotebook()
    await notebook.edit({ cell_id: 'c1', new_source: '# hi', cell_type: 'markdown' })
    expect((await notebook.cells())[0]).toEqual({ cell_type: 'markdown', id: 'c1', metadata: {}, source: '# hi' })
  })

  it('counts cells where the format gives them no ids', async () => {
    await using notebook = await createNotebook(old)
    expect((await notebook.edit({ cell_id: 'cell-0', new_source: 'a' })).structured).toMatchObject({ language: 'r' })
    const inserted = await notebook.edit({ cell_id: 'cell-0', new_source: 'b', edit_mode: 'insert', cell_type: 'code' })
    expect(inserted.text).toBe('Inserted a new cell with b')
    expect((await notebook.cells()).map((cell) => [cell['source'], 'id' in cell])).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect((await notebook.edit({ cell_id: 'cell-2' })).text).toBe('Cell with index 2 does not exist in notebook.')
  })

  it.each([
    ['a cell that is not there', { cell_id: 'c9' }, 'Cell with ID "c9" not found in notebook.'],
    ['a replacement without a cell', {}, 'cell_id is needed'],
    ['an insertion without a type', { edit_mode: 'insert' }, 'cell_type is needed'],
    ['a file that is no notebook', { notebook_path: 'n.txt', cell_id: 'c1' }, 'is not a Jupyter notebook'],
  ])('objects to %s', async (_, input, message) => {
    await using notebook = await createNotebook()
    const trial = await notebook.edit(input)
    expect(trial.status).toBe('objection')
    expect(trial.text).toContain(message)
    expect(await notebook.cells()).toEqual([code, prose])
  })

  it('objects in every profile to a notebook that was not read, or has changed since', async () => {
    await using notebook = await createNotebook(recent, { profile: 'claude' })
    await notebook.bench.project.write({ 'm.ipynb': JSON.stringify(recent), 'n.ipynb': JSON.stringify(old) })
    expect((await notebook.edit({ notebook_path: 'm.ipynb', cell_id: 'c1' })).text).toContain('has not been read yet')
    expect((await notebook.edit({ cell_id: 'cell-0' })).text).toContain('was changed since it was read')
  })
})

import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@raider/contracts'
import { joinedText, languageOf, parseNotebook, type NotebookFile } from './notebook-file.js'

/** What a cell holds. */
export type CellType = 'code' | 'markdown'

/** A change of one cell. */
export interface CellChange {
  readonly mode: 'replace' | 'insert' | 'delete'
  /** The new source; without meaning for a deletion. */
  readonly text: string
  /** Id of the cell, or `cell-N` for the Nth from 0. An insertion goes after it, or to the beginning where it is absent. */
  readonly cell?: string
  /** Of a cell that is inserted or replaced; as it was, where absent. */
  readonly type?: CellType
}

/** A notebook with a cell changed. */
export interface ChangedNotebook {
  /** The whole new file. */
  readonly source: string
  readonly language: string
  /** What the cell held; absent for a new one. */
  readonly oldText?: string
  /** Absent for a new cell in a notebook whose format gives cells no ids. */
  readonly cell?: string
}

/** Changes one cell; a string says why that cannot be, undefined that the text is no notebook. */
export const changeNotebook = (source: string, change: CellChange): ChangedNotebook | string | undefined => {
  const notebook = parseNotebook(source)
  if (notebook === undefined) return undefined
  const { mode, cell: id } = change
  const index = id === undefined ? -1 : findCell(notebook, id)
  if (typeof index === 'string') return index
  if (mode === 'insert') return insertCell(source, notebook, index + 1, change)
  const old = notebook.cells[index]
  if (old === undefined || id === undefined) return 'cell_id is needed, unless a cell is inserted.'
  const cells =
    mode === 'delete' ? notebook.cells.toSpliced(index, 1) : notebook.cells.with(index, rewrite(old, change))
  return { ...written(source, notebook, cells), oldText: joinedText(old['source']), cell: id }
}

const findCell = ({ cells }: NotebookFile, id: string): number | string => {
  const index = cells.findIndex((cell) => cell['id'] === id)
  const [, position] = /^cell-(\d+)$/.exec(id) ?? []
  if (index >= 0) return index
  if (position === undefined) return `Cell with ID "${id}" not found in notebook.`
  return Number(position) < cells.length ? Number(position) : `Cell with index ${position} does not exist in notebook.`
}

/** What a code cell has before it is run. */
const unrun = { execution_count: null, outputs: [] }

const insertCell = (source: string, notebook: NotebookFile, index: number, change: CellChange): ChangedNotebook => {
  const { text, type = 'code' } = change
  const id = hasIds(notebook) ? { id: randomBytes(4).toString('hex') } : {}
  const cell = { cell_type: type, ...id, source: text, metadata: {}, ...(type === 'code' && unrun) }
  return {
    ...written(source, notebook, notebook.cells.toSpliced(index, 0, cell)),
    ...('id' in id && { cell: id.id }),
  }
}

/** Cells have ids since format 4.5. */
const hasIds = ({ nbformat: major, nbformat_minor: minor }: NotebookFile): boolean =>
  Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 5)

/** A new source makes the results of a code cell void. */
const rewrite = (old: JsonObject, { text, type = old['cell_type'] as CellType }: CellChange): JsonObject => {
  const { execution_count: _, outputs: __, ...rest } = old
  if (type !== 'code') return { ...rest, cell_type: type, source: text }
  return { ...old, cell_type: type, ...unrun, source: text }
}

/** Notebooks are indented by one space, as Jupyter does it. */
const written = (source: string, notebook: NotebookFile, cells: readonly JsonObject[]): ChangedNotebook => ({
  source: JSON.stringify({ ...notebook, cells }, null, 1) + (source.endsWith('\n') ? '\n' : ''),
  language: languageOf(notebook),
})

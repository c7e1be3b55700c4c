import type { CallScope, Tool } from '@raider/contracts'
import type { BuiltinOptions } from '../options.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { createFileChange } from './file-change.js'
import { replaceFile } from './file-write.js'
import { isStale, recordView, staleFile, unreadFile, unsoundFile } from './file-view.js'
import { loadFile, missingFile, type LoadedFile } from './loaded-file.js'
import { changeNotebook, type CellChange, type CellType, type ChangedNotebook } from './notebook-change.js'
import { noNotebook } from './notebook.js'
import { decodeText, encodeText, type TextFile } from './text-file.js'

interface NotebookInput {
  readonly notebook_path: string
  readonly new_source: string
  readonly cell_id?: string
  readonly cell_type?: CellType
  readonly edit_mode?: CellChange['mode']
}

interface NotebookOutput {
  readonly new_source: string
  readonly old_source?: string
  /** As asked for; `code` where nothing was (Claude Code 2.1.332, seen). */
  readonly cell_type: CellType
  readonly language: string
  readonly edit_mode: CellChange['mode']
  readonly cell_id?: string
  readonly error: ''
  readonly notebook_path: string
  readonly original_file: string
  readonly updated_file: string
}

/** An edit worked out but not yet written. */
interface Plan {
  readonly file: LoadedFile
  readonly before: TextFile
  readonly changed: ChangedNotebook
}

/** The NotebookEdit tool: changes one cell of a Jupyter notebook. */
export const createNotebookEdit = ({ homeDir }: BuiltinOptions): Tool =>
  createFileChange<NotebookInput, Plan, NotebookOutput>(
    {
      name: 'NotebookEdit',
      description:
        'Replaces, inserts or deletes a cell of a Jupyter notebook (.ipynb) that was read before. Cells are named by the ids that ' +
        'Read shows. A new source makes the results of its cell void.',
      inputSchema: closedObject(['notebook_path', 'new_source'], {
        notebook_path: stringField('Absolute path of the notebook'),
        cell_id: stringField('Cell to change; an insertion goes after it, or to the beginning where it is left out'),
        new_source: stringField('New source of the cell; empty for a deletion'),
        cell_type: {
          type: 'string',
          enum: ['code', 'markdown'],
          description: 'Needed for an insertion; else as it was',
        },
        edit_mode: { type: 'string', enum: ['replace', 'insert', 'delete'], description: 'Default replace' },
      }),
      outputSchema: openObject(['new_source', 'cell_type', 'edit_mode', 'notebook_path', 'updated_file'], {
        new_source: { type: 'string' },
        cell_type: { type: 'string' },
        edit_mode: { type: 'string' },
        notebook_path: { type: 'string' },
        updated_file: { type: 'string' },
      }),
      pathField: 'notebook_path',
      plan: planEdit,
      apply: edit,
      confirm: confirmation,
    },
    homeDir,
  )

async function planEdit(input: NotebookInput, scope: CallScope): Promise<Plan | string> {
  const { notebook_path: path, edit_mode: mode = 'replace', cell_type: type, cell_id: cell } = input
  if (!/\.ipynb$/i.test(path)) return `${path} is not a Jupyter notebook (.ipynb). Change it with Edit.`
  if (mode === 'insert' && type === undefined) return 'cell_type is needed when a cell is inserted.'
  const file = await loadFile(path)
  if (file.kind === 'refused') return file.problem
  if (file.kind === 'missing') return missingFile(path, scope.cwd())
  const view = scope.state.files.get(file.real)
  if (view === undefined) return unreadFile(path)
  if (isStale(view, file)) return staleFile(path)
  const before = decodeText(file.bytes)
  if (before.unsound !== undefined) return unsoundFile(path, before.unsound)
  const changed = changeNotebook(before.text, {
    mode,
    text: input.new_source,
    ...(cell !== undefined && { cell }),
    ...(type !== undefined && { type }),
  })
  if (changed === undefined) return noNotebook(path)
  return typeof changed === 'string' ? changed : { file, before, changed }
}

const edit = async (
  { file, before, changed }: Plan,
  input: NotebookInput,
  scope: CallScope,
): Promise<NotebookOutput> => {
  const partial = scope.state.files.get(file.real)?.partial === true
  recordView(scope.state, await replaceFile(file, encodeText(changed.source, before.shape)), { partial })
  return {
    new_source: input.new_source,
    ...(changed.oldText !== undefined && { old_source: changed.oldText }),
    cell_type: input.cell_type ?? 'code',
    language: changed.language,
    edit_mode: input.edit_mode ?? 'replace',
    ...(changed.cell !== undefined && { cell_id: changed.cell }),
    error: '',
    notebook_path: input.notebook_path,
    original_file: before.text,
    updated_file: changed.source,
  }
}

const confirmation = ({ edit_mode: mode, cell_id: id, new_source: source }: NotebookOutput): string => {
  if (mode === 'delete') return `Deleted cell ${id}`
  if (id === undefined) return `Inserted a new cell with ${source}`
  return `${mode === 'insert' ? 'Inserted' : 'Updated'} cell ${id} with ${source}`
}

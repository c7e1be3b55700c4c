import { ToolFailure, type CallScope, type Tool } from '@raider/contracts'
import { createFileChange } from './file-change.js'
import { createFile, replaceFile } from './file-write.js'
import { isStale, knowledgeOf, mustBeRead, recordView, staleFile, unreadFile, unsoundFile } from './file-view.js'
import { givenPath } from './given.js'
import { loadFile, type LoadedFile, type MissingFile } from './loaded-file.js'
import type { BuiltinOptions } from '../options.js'
import { patchOf, type Hunk } from './patch.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { decodeText, encodeText, plainShape, trimLineEnds } from './text-file.js'

interface WriteInput {
  readonly file_path: string
  readonly content: string
}

interface WriteOutput {
  readonly type: 'create' | 'update'
  readonly filePath: string
  readonly content: string
  readonly structuredPatch: readonly Hunk[]
  /** Null for a new file. */
  readonly originalFile: string | null
  readonly userModified: boolean
}

/** The file to write, or the place of a new one. */
type Target = LoadedFile | MissingFile

/** The Write tool: makes a file or replaces the whole content of one. */
export const createWrite = ({ homeDir }: BuiltinOptions): Tool =>
  createFileChange<WriteInput, Target, WriteOutput>(
    {
      name: 'Write',
      description:
        'Writes a whole file, in place of what was there. Folders on the way are made. An existing file must have been read ' +
        'with Read before. To change a part of a file use Edit.',
      inputSchema: closedObject(['file_path', 'content'], {
        file_path: stringField('Absolute path of the file'),
        content: stringField('The whole new content'),
      }),
      outputSchema: openObject(['type', 'filePath', 'content', 'structuredPatch', 'originalFile'], {
        type: { type: 'string', enum: ['create', 'update'] },
        filePath: { type: 'string' },
        content: { type: 'string' },
        structuredPatch: { type: 'array' },
        originalFile: { type: ['string', 'null'] },
      }),
      otherNames: { path: 'file_path', file_text: 'content', description: undefined },
      tidy: (input) => ({ ...input, content: trimLineEnds(String(input['content']), String(input['file_path'])) }),
      pathField: 'file_path',
      plan: targetOf,
      apply: write,
      confirm: confirmation,
    },
    homeDir,
  )

async function targetOf({ file_path: path }: WriteInput, scope: CallScope): Promise<Target | string> {
  const loaded = await loadFile(path)
  if (loaded.kind === 'refused') return loaded.problem
  if (loaded.kind === 'missing') return loaded
  const view = scope.state.files.get(loaded.real)
  const required = mustBeRead(loaded.real, scope) || /\.ipynb$/i.test(path)
  if (required && knowledgeOf(view) !== 'all') return unreadFile(path)
  return isStale(view, loaded) ? staleFile(path) : loaded
}

const write = async (target: Target, input: WriteInput, scope: CallScope): Promise<WriteOutput> => {
  const { content } = input
  const common = { filePath: givenPath(input, scope), content, userModified: false }
  if (target.kind === 'missing') {
    recordView(scope.state, await createFile(target.real, encodeText(content, plainShape)), { partial: false })
    return { type: 'create', ...common, structuredPatch: [], originalFile: null }
  }
  const { before, after } = await replace(target, input, scope)
  // An empty file counts as a new one, and a byte-order mark as a character (Claude Code 2.1.332, seen).
  return before === ''
    ? { type: 'create', ...common, structuredPatch: [], originalFile: null }
    : { type: 'update', ...common, content: after, structuredPatch: patchOf(before, after), originalFile: before }
}

/** Writes the new content; the text before and after. */
const replace = async (
  file: LoadedFile,
  input: WriteInput,
  scope: CallScope,
): Promise<{ readonly before: string; readonly after: string }> => {
  const { text: before, shape, unsound } = decodeText(file.bytes)
  if (unsound !== undefined) throw new ToolFailure(unsoundFile(input.file_path, unsound))
  const bytes = encodeText(input.content, { ...shape, lineEnd: '\n' })
  recordView(scope.state, await replaceFile(file, bytes), { partial: false })
  const mark = shape.byteOrderMark ? '\ufeff' : ''
  return { before: mark + before, after: mark + input.content }
}

const confirmation = ({ type, filePath }: WriteOutput): string =>
  `${type === 'create' ? 'Created' : 'Updated'} ${filePath}. (Its content is as you wrote it: no need to read it again.)`

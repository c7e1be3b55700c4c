import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { createFile, replaceFile } from './file-write.js'
import {
  isStale,
  knowledgeOf,
  mustBeRead,
  recordView,
  settleView,
  staleFile,
  unreadFile,
  unsoundFile,
} from './file-view.js'
import { givenPath } from './given.js'
import { loadFile, type LoadedFile, type MissingFile } from './loaded-file.js'
import type { BuiltinOptions } from '../options.js'
import { patchOf, type Hunk } from './patch.js'
import { absolutePath } from '../place.js'
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

/** The Write tool: makes a file or replaces the whole content of one. */
export const createWrite = ({ homeDir }: BuiltinOptions): Tool => ({
  name: 'Write',
  origin: 'built-in',
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
  tidy,
  normalize: (input, cwd) => normalize(input, cwd, homeDir),
  touches: (input) => [{ path: readInput(input).file_path, access: 'write' }],
  parallel: () => false,
  check: async (input, scope) => {
    const target = await targetOf(readInput(input).file_path, scope)
    return typeof target === 'string' ? { message: target } : undefined
  },
  run: (input, scope) => write(readInput(input), scope),
  render: (structured) => [text(confirmation(structured as WriteOutput))],
  settle: (input, scope) => settleView(scope.state, readInput(input).file_path),
})

const readInput = (input: JsonObject): WriteInput => input as unknown as WriteInput

const tidy = (input: JsonObject): JsonObject => {
  const { file_path, content } = readInput(input)
  return { ...input, content: trimLineEnds(content, file_path) }
}

const normalize = (input: JsonObject, cwd: string, homeDir: string): JsonObject => ({
  ...input,
  file_path: absolutePath(readInput(input).file_path, cwd, homeDir),
})

/** What Write may work on; a string is an objection. */
const targetOf = async (path: string, scope: CallScope): Promise<LoadedFile | MissingFile | string> => {
  const loaded = await loadFile(path)
  if (loaded.kind === 'refused') return loaded.problem
  if (loaded.kind === 'missing') return loaded
  const view = scope.state.files.get(loaded.real)
  const required = mustBeRead(loaded.real, scope) || /\.ipynb$/i.test(path)
  if (required && knowledgeOf(view) !== 'all') return unreadFile(path)
  return isStale(view, loaded) ? staleFile(path) : loaded
}

const write = async (input: WriteInput, scope: CallScope): Promise<WriteOutput> => {
  // Looked at again: hooks and the permission question took their time since `check`.
  const target = await targetOf(input.file_path, scope)
  if (typeof target === 'string') throw new ToolFailure(target)
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

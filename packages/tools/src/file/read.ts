import { text, ToolFailure, type CallScope, type Content, type JsonObject, type Tool } from '@raider/contracts'
import { kindOf } from './file-kind.js'
import { recordView } from './file-view.js'
import { givenPath } from './given.js'
import { imageBlock, imageFile, type ImageFile } from './image-file.js'
import { loadFile, missingFile, type LoadedFile } from './loaded-file.js'
import { notebookCells, renderNotebook, type NotebookCell } from './notebook.js'
import type { BuiltinOptions } from '../options.js'
import { absolutePath } from '../place.js'
import { closedObject, flagField, openObject, stringField, wholeField } from '../schema.js'
import { sizeText } from '../shell/shell-text.js'
import { renderLines, textLines, type TextLines } from './text-lines.js'
import { decodeText } from './text-file.js'

interface ReadInput {
  readonly file_path: string
  readonly offset?: number
  readonly limit?: number
  readonly allow_large?: boolean
}

type ReadOutput =
  | { readonly type: 'text'; readonly file: TextLines }
  | { readonly type: 'image'; readonly file: ImageFile }
  | { readonly type: 'notebook'; readonly file: { readonly filePath: string; readonly cells: readonly NotebookCell[] } }

/** Bytes shown of one file; the larger number with `allow_large`. */
const maxShownBytes = 256 * 1024
const maxLargeBytes = 1024 * 1024

const textResult = openObject(['type', 'file'], {
  type: { const: 'text' },
  file: openObject(['filePath', 'content', 'numLines', 'startLine', 'totalLines'], {
    filePath: { type: 'string' },
    content: { type: 'string' },
    numLines: { type: 'number' },
    startLine: { type: 'number' },
    totalLines: { type: 'number' },
  }),
})
const imageResult = openObject(['type', 'file'], {
  type: { const: 'image' },
  file: openObject(['base64', 'type'], { base64: { type: 'string' }, type: { type: 'string' } }),
})
const notebookResult = openObject(['type', 'file'], {
  type: { const: 'notebook' },
  file: openObject(['cells'], {
    cells: { type: 'array', items: openObject(['cellType', 'source', 'cell_id'], { source: { type: 'string' } }) },
  }),
})

/** The Read tool: shows a text file with line numbers, a picture, or the cells of a notebook. */
export const createRead = ({ homeDir }: BuiltinOptions): Tool => ({
  name: 'Read',
  keepsSpelling: ['limit', 'allow_large'],
  otherNames: { description: undefined },
  origin: 'built-in',
  description:
    'Shows a file: text with a number and a tab before each line, pictures (PNG, JPEG, GIF, WebP) as pictures, Jupyter ' +
    'notebooks cell by cell. For folders use ls through Bash.',
  inputSchema: closedObject(['file_path'], {
    file_path: stringField('Absolute path of the file'),
    offset: wholeField('First line to show, from 1'),
    limit: wholeField('Number of lines to show; all where absent'),
    pages: stringField('Without effect: PDF files cannot be read'),
    allow_large: flagField('Show up to 1 MB instead of 256 KB'),
  }),
  outputSchema: { anyOf: [textResult, imageResult, notebookResult] },
  normalize: (input, cwd) => normalize(input, cwd, homeDir),
  touches: (input) => [{ path: readInput(input).file_path, access: 'read' }],
  parallel: () => true,
  check: (input) => {
    const message = objectionTo(readInput(input).file_path)
    return message === undefined ? undefined : { message }
  },
  run: (input, scope) => read(readInput(input), scope),
  render: (structured) => render(structured as ReadOutput),
})

const readInput = (input: JsonObject): ReadInput => input as unknown as ReadInput

/** Numbers that mean nothing are left out of what hooks see (Claude Code 2.1.332, seen). */
const normalize = (input: JsonObject, cwd: string, homeDir: string): JsonObject => {
  const { offset, limit, pages, ...rest } = input
  return {
    ...rest,
    file_path: absolutePath(readInput(input).file_path, cwd, homeDir),
    ...(typeof offset === 'number' && offset >= 0 ? { offset } : {}),
    ...(typeof limit === 'number' && limit > 0 ? { limit } : {}),
    ...(typeof pages === 'string' && pages !== '' ? { pages } : {}),
  }
}

const objectionTo = (path: string): string | undefined => {
  if (path.includes('\0')) return 'file_path contains a NUL byte. Give a path without it.'
  if (path.startsWith('/dev/')) return `${path} is a device; only regular files can be read.`
  if (kindOf(path) !== 'binary') return undefined
  return `${path} is a binary file, which Read cannot show. Use a program that knows the format, through Bash.`
}

const read = async (input: ReadInput, scope: CallScope): Promise<ReadOutput> => {
  const path = input.file_path
  if (kindOf(path) === 'pdf') {
    throw new ToolFailure(`${path} is a PDF file, which Read cannot show. Use pdftotext or the like, through Bash.`)
  }
  const loaded = await loadFile(path)
  if (loaded.kind === 'missing') throw new ToolFailure(missingFile(path, scope.cwd()))
  if (loaded.kind === 'refused') throw new ToolFailure(loaded.problem)
  const output = await outputOf(loaded, input, givenPath(input, scope))
  recordView(scope.state, loaded, { partial: output.type === 'text' && output.file.numLines < output.file.totalLines })
  return output
}

const outputOf = async (file: LoadedFile, input: ReadInput, filePath: string): Promise<ReadOutput> => {
  const kind = kindOf(input.file_path)
  if (kind === 'image') return { type: 'image', file: await imageFile(input.file_path, file.bytes) }
  const { text: content } = decodeText(file.bytes)
  if (kind === 'notebook') return { type: 'notebook', file: { filePath, cells: notebookCells(filePath, content) } }
  const lines = textLines(filePath, content, input.offset ?? 1, input.limit)
  requireShowable(lines, input)
  return { type: 'text', file: lines }
}

const requireShowable = ({ filePath, content }: TextLines, input: ReadInput): void => {
  const bytes = Buffer.byteLength(content)
  const most = input.allow_large === true ? maxLargeBytes : maxShownBytes
  if (bytes <= most) return
  const advice = input.allow_large === true ? '' : ', or, where all of it is needed, pass allow_large: true (up to 1MB)'
  throw new ToolFailure(
    `${filePath}: ${sizeText(bytes)} is more than the maximum of ${sizeText(most)}. ` +
      `Read a part with offset and limit, search it with Grep or grep${advice}.`,
  )
}

const render = (output: ReadOutput): readonly Content[] => {
  if (output.type === 'image') return [imageBlock(output.file.type, output.file.base64)]
  return output.type === 'notebook' ? renderNotebook(output.file.cells) : [text(renderLines(output.file))]
}

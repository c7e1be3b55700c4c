import { text, ToolFailure, type CallScope, type Content, type JsonObject, type Tool } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { kindOf } from './file-kind.js'
import { recordView } from './file-view.js'
import { givenPath } from './given.js'
import { imageBlock, imageFile, type ImageFile } from './image-file.js'
import { loadFile, missingFile, type LoadedFile } from './loaded-file.js'
import { notebookCells, renderNotebook, type NotebookCell } from './notebook.js'
import type { BuiltinOptions } from '../options.js'
import { documentBlock, pdfFile, type PdfFile } from './pdf-file.js'
import { pageRange, pdfPages, type PdfPages } from './pdf-pages.js'
import { absolutePath } from '../place.js'
import { closedObject, flagField, openObject, stringField, wholeField } from '../schema.js'
import { sizeText } from '../shell/shell-text.js'
import { objectionToSpecial } from '../special-file.js'
import { renderLines, textLines, type TextLines } from './text-lines.js'
import { decodeText } from './text-file.js'

interface ReadInput {
  readonly file_path: string
  readonly offset?: number
  readonly limit?: number
  readonly allow_large?: boolean
  /** Pages of a PDF file: `3` or `1-5`. */
  readonly pages?: string
}

type ReadOutput =
  | { readonly type: 'text'; readonly file: TextLines }
  | { readonly type: 'image'; readonly file: ImageFile }
  | { readonly type: 'notebook'; readonly file: { readonly filePath: string; readonly cells: readonly NotebookCell[] } }
  | { readonly type: 'pdf'; readonly file: PdfFile }
  | ({ readonly type: 'parts' } & PdfPages)

/** The one device that counts as a file, an empty one (Claude Code 2.1.332, seen). */
const nullDevice = '/dev/null'
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
const pdfResult = openObject(['type', 'file'], {
  type: { const: 'pdf' },
  file: openObject(['filePath', 'base64'], { filePath: { type: 'string' }, base64: { type: 'string' } }),
})
const pagesResult = openObject(['type', 'file', 'pages'], {
  type: { const: 'parts' },
  file: openObject(['filePath', 'originalSize'], { filePath: { type: 'string' }, originalSize: { type: 'number' } }),
  pages: {
    type: 'array',
    items: openObject(['base64', 'mediaType'], { base64: { type: 'string' }, mediaType: { type: 'string' } }),
  },
})

/** The Read tool: shows a text file with line numbers, a picture, the cells of a notebook, or a PDF file. */
export const createRead = ({ homeDir }: BuiltinOptions): Tool => ({
  name: 'Read',
  keepsSpelling: ['limit', 'allow_large'],
  otherNames: { description: undefined },
  origin: 'built-in',
  description:
    'Shows a file: text with a number and a tab before each line, pictures (PNG, JPEG, GIF, WebP) as pictures, Jupyter ' +
    'notebooks cell by cell, PDF files as they are, or some of their pages. For folders use ls through Bash.',
  inputSchema: closedObject(['file_path'], {
    file_path: stringField('Absolute path of the file'),
    offset: wholeField('First line to show, from 1'),
    limit: wholeField('Number of lines to show; all where absent'),
    pages: stringField('Pages of a PDF file to show, at most 20: "3" or "1-5"'),
    allow_large: flagField('Show up to 1 MB instead of 256 KB'),
  }),
  outputSchema: { anyOf: [textResult, imageResult, notebookResult, pdfResult, pagesResult] },
  normalize: (input, cwd) => normalize(input, cwd, homeDir),
  touches: (input) => [{ path: readInput(input).file_path, access: 'read' }],
  parallel: () => true,
  check: (input) => {
    const message = objectionTo(readInput(input))
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

const objectionTo = ({ file_path: path, pages }: ReadInput): string | undefined => {
  if (path.includes('\0')) return 'file_path contains a NUL byte. Give a path without it.'
  const range = pages === undefined ? undefined : pageRange(pages)
  if (typeof range === 'string') return range
  if (kindOf(path) !== 'binary') return objectionToSpecial(path)
  return `${path} is a binary file, which Read cannot show. Use a program that knows the format, through Bash.`
}

const read = async (input: ReadInput, scope: CallScope): Promise<ReadOutput> => {
  const path = input.file_path
  const given = givenPath(input, scope)
  if (path === nullDevice) return { type: 'text', file: textLines(given, '', 1, undefined) }
  // Links are followed before the file is opened: they may lead to what must not even be looked at.
  const objection = objectionToSpecial(realPathOf(path))
  if (objection !== undefined) throw new ToolFailure(`${path} is a link: ${objection}`)
  const loaded = await loadFile(path)
  if (loaded.kind === 'missing') throw new ToolFailure(missingFile(path, scope.cwd()))
  if (loaded.kind === 'refused') throw new ToolFailure(loaded.problem)
  const output = await outputOf(loaded, input, given, scope)
  recordView(scope.state, loaded, {
    partial: output.type === 'text' && output.file.numLines < output.file.totalLines,
    // The model knows the pages and not the text of the file (Claude Code 2.1.332, seen).
    foreign: output.type === 'pdf' || output.type === 'parts',
  })
  return output
}

const outputOf = async (
  file: LoadedFile,
  input: ReadInput,
  filePath: string,
  scope: CallScope,
): Promise<ReadOutput> => {
  const kind = kindOf(input.file_path)
  if (kind === 'pdf') return pdfOutput(file, input, filePath, scope)
  if (kind === 'image') return { type: 'image', file: await imageFile(input.file_path, file.bytes) }
  const { text: content } = decodeText(file.bytes)
  if (kind === 'notebook') return { type: 'notebook', file: { filePath, cells: notebookCells(filePath, content) } }
  const lines = textLines(filePath, content, input.offset ?? 1, input.limit)
  requireShowable(lines, input)
  return { type: 'text', file: lines }
}

const pdfOutput = async (
  { bytes }: LoadedFile,
  { file_path: path, pages }: ReadInput,
  filePath: string,
  scope: CallScope,
): Promise<ReadOutput> => {
  if (pages === undefined) return { type: 'pdf', file: await pdfFile(filePath, path, bytes, scope) }
  const range = pageRange(pages)
  if (typeof range === 'string') throw new ToolFailure(range)
  return { type: 'parts', ...(await pdfPages(filePath, path, bytes, range, scope)) }
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
  switch (output.type) {
    case 'text':
      return [text(renderLines(output.file))]
    case 'image':
      return [imageBlock(output.file.type, output.file.base64)]
    case 'notebook':
      return renderNotebook(output.file.cells)
    case 'pdf':
      return [
        text(`PDF file: ${output.file.filePath} (${sizeText(output.file.originalSize)})`),
        documentBlock(output.file),
      ]
    case 'parts':
      return [text(pagesText(output)), ...output.pages.map(({ mediaType, base64 }) => imageBlock(mediaType, base64))]
  }
}

const pagesText = ({ file, firstPage }: PdfPages): string =>
  `Pages of ${file.filePath} (${sizeText(file.originalSize)}), ${file.count} of them, from page ${firstPage}`

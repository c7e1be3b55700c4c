import { isObject, text, ToolFailure, type Content } from '@raider/contracts'
import { imageBlock } from './image-file.js'
import { joinedText, languageOf, parseNotebook } from './notebook-file.js'

/** One result below a code cell. */
interface CellOutput {
  readonly output_type: string
  readonly text?: string
  readonly image?: { readonly media_type: string; readonly image_data: string }
}

/** A cell of a Jupyter notebook in Claude Code's `tool_response` shape. */
export interface NotebookCell {
  readonly cellType: string
  readonly source: string
  readonly execution_count?: number
  readonly cell_id: string
  /** Of code cells only. */
  readonly language?: string
  readonly outputs?: readonly CellOutput[]
}

/** The cells of a notebook; throws `ToolFailure` where the text is none. */
export const notebookCells = (path: string, source: string): readonly NotebookCell[] => {
  const notebook = parseNotebook(source)
  if (notebook === undefined) throw new ToolFailure(noNotebook(path))
  const language = languageOf(notebook)
  return notebook.cells.map((cell, index) => cellOf(cell, index, language))
}

/** Says that a file is no notebook. */
export const noNotebook = (path: string): string =>
  `${path} is not a Jupyter notebook: JSON with a list "cells" was expected.`

const cellOf = (cell: Record<string, unknown>, index: number, language: string): NotebookCell => {
  const { cell_type: type, execution_count: count, id, outputs } = cell
  const isCode = type === 'code'
  return {
    cellType: typeof type === 'string' ? type : 'raw',
    source: joinedText(cell['source']),
    ...(typeof count === 'number' ? { execution_count: count } : {}),
    cell_id: typeof id === 'string' ? id : `cell-${index}`,
    ...(isCode ? { language } : {}),
    ...(isCode && Array.isArray(outputs) && outputs.length > 0
      ? { outputs: outputs.filter(isObject).map(outputOf) }
      : {}),
  }
}

const outputOf = (output: Record<string, unknown>): CellOutput => {
  const kind = typeof output['output_type'] === 'string' ? output['output_type'] : 'unknown'
  if (kind === 'stream') return { output_type: kind, text: joinedText(output['text']) }
  if (kind === 'error') {
    const trace = Array.isArray(output['traceback']) ? output['traceback'].map(String) : []
    return { output_type: kind, text: [`${String(output['ename'])}: ${String(output['evalue'])}`, ...trace].join('\n') }
  }
  const data = isObject(output['data']) ? output['data'] : {}
  const picture = ['image/png', 'image/jpeg'].find((type) => data[type] !== undefined)
  return {
    output_type: kind,
    text: joinedText(data['text/plain']),
    ...(picture === undefined
      ? {}
      : { image: { media_type: picture, image_data: joinedText(data[picture]).replaceAll('\n', '') } }),
  }
}

/** The notebook for the model: each cell in a tag with its id, its results below. */
export const renderNotebook = (cells: readonly NotebookCell[]): readonly Content[] => {
  const lines = cells.flatMap((cell) => [
    cellText(cell),
    ...(cell.outputs ?? []).flatMap(({ text: shown }) => (shown ? [`\n${shown}`] : [])),
  ])
  const images = cells.flatMap((cell) =>
    (cell.outputs ?? []).flatMap(({ image }) => (image ? [imageBlock(image.media_type, image.image_data)] : [])),
  )
  return [text(lines.join('\n') || '(Read completed with no output)'), ...images]
}

const cellText = ({ cell_id: id, cellType, language, source }: NotebookCell): string => {
  const kind = cellType === 'code' ? '' : `<cell_type>${cellType}</cell_type>`
  const tongue = language === undefined || language === 'python' ? '' : `<language>${language}</language>`
  return `<cell id="${id}">${kind}${tongue}${source}</cell id="${id}">`
}

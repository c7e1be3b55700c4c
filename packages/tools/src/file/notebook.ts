import { isObject, text, ToolFailure, type Content } from '@raider/contracts'
import { imageBlock } from './image-file.js'

/** One result below a code cell. */
export interface CellOutput {
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
  const notebook = parseJson(source)
  const cells = isObject(notebook) ? notebook['cells'] : undefined
  if (!isObject(notebook) || !Array.isArray(cells)) {
    throw new ToolFailure(`${path} is not a Jupyter notebook: JSON with a list "cells" was expected.`)
  }
  const language =
    stringAt(notebook, 'metadata', 'language_info', 'name') ?? stringAt(notebook, 'metadata', 'kernelspec', 'language')
  return cells.map((cell: unknown, index) => cellOf(isObject(cell) ? cell : {}, index, language ?? 'python'))
}

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined // Said by the caller, who knows the path.
  }
}

const stringAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  let at = value
  for (const key of path) at = isObject(at) ? at[key] : undefined
  return typeof at === 'string' ? at : undefined
}

const cellOf = (cell: Record<string, unknown>, index: number, language: string): NotebookCell => {
  const { cell_type: type, execution_count: count, id, outputs } = cell
  const isCode = type === 'code'
  return {
    cellType: typeof type === 'string' ? type : 'raw',
    source: joined(cell['source']),
    ...(typeof count === 'number' ? { execution_count: count } : {}),
    cell_id: typeof id === 'string' ? id : `cell-${index}`,
    ...(isCode ? { language } : {}),
    ...(isCode && Array.isArray(outputs) && outputs.length > 0
      ? { outputs: outputs.filter(isObject).map(outputOf) }
      : {}),
  }
}

/** Notebooks keep text whole or as a list of lines. */
const joined = (value: unknown): string =>
  Array.isArray(value)
    ? value.filter((line) => typeof line === 'string').join('')
    : typeof value === 'string'
      ? value
      : ''

const outputOf = (output: Record<string, unknown>): CellOutput => {
  const kind = typeof output['output_type'] === 'string' ? output['output_type'] : 'unknown'
  if (kind === 'stream') return { output_type: kind, text: joined(output['text']) }
  if (kind === 'error') {
    const trace = Array.isArray(output['traceback']) ? output['traceback'].map(String) : []
    return { output_type: kind, text: [`${String(output['ename'])}: ${String(output['evalue'])}`, ...trace].join('\n') }
  }
  const data = isObject(output['data']) ? output['data'] : {}
  const picture = ['image/png', 'image/jpeg'].find((type) => data[type] !== undefined)
  return {
    output_type: kind,
    text: joined(data['text/plain']),
    ...(picture === undefined
      ? {}
      : { image: { media_type: picture, image_data: joined(data[picture]).replaceAll('\n', '') } }),
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
  return [text(lines.join('\n')), ...images]
}

const cellText = ({ cell_id: id, cellType, language, source }: NotebookCell): string => {
  const kind = cellType === 'code' ? '' : `<cell_type>${cellType}</cell_type>`
  const tongue = language === undefined || language === 'python' ? '' : `<language>${language}</language>`
  return `<cell id="${id}">${kind}${tongue}${source}</cell id="${id}">`
}

import { isObject, type JsonObject } from '@raider/contracts'

/** A Jupyter notebook as it lies in its file. */
export interface NotebookFile extends JsonObject {
  readonly cells: readonly JsonObject[]
}

/** The notebook in a text; undefined where there is none. */
export const parseNotebook = (source: string): NotebookFile | undefined => {
  const value = parseJson(source)
  if (!isObject(value) || !Array.isArray(value['cells'])) return undefined
  return { ...value, cells: value['cells'].map((cell: unknown) => (isObject(cell) ? cell : {})) }
}

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined // Said by the caller, who knows the path.
  }
}

/** The language of the code cells. */
export const languageOf = (notebook: NotebookFile): string =>
  stringAt(notebook, 'metadata', 'language_info', 'name') ??
  stringAt(notebook, 'metadata', 'kernelspec', 'language') ??
  'python'

const stringAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  let at = value
  for (const key of path) at = isObject(at) ? at[key] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Notebooks keep text whole or as a list of lines. */
export const joinedText = (value: unknown): string =>
  Array.isArray(value)
    ? value.filter((line) => typeof line === 'string').join('')
    : typeof value === 'string'
      ? value
      : ''

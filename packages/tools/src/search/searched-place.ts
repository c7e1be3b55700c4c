import { stat } from 'node:fs/promises'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { absolutePath } from '../place.js'

/** Where a search starts. */
interface SearchedPlace {
  /** Absolute. */
  readonly path: string
  readonly isFile: boolean
}

/** The place a `path` field names, the current folder where it is absent. Throws `ToolFailure` where there is no such `noun`. */
export const searchedPlace = async (
  path: string | undefined,
  noun: 'Path' | 'Directory',
  scope: CallScope,
  homeDir: string,
): Promise<SearchedPlace> => {
  const place = absolutePath(path ?? '', scope.cwd(), homeDir)
  const stats = place.includes('\0') ? undefined : await stat(place).catch(() => undefined)
  if (stats?.isDirectory()) return { path: place, isFile: false }
  if (stats?.isFile()) return { path: place, isFile: true }
  if (stats !== undefined) throw new ToolFailure(`${place} is a pipe, socket or device; it cannot be searched.`)
  throw new ToolFailure(`${noun} does not exist: ${path ?? place}. The current working directory is ${scope.cwd()}.`)
}

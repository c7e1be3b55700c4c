import { isObject } from '@raider/contracts'

/** A hook that wants to go on in the background says so in a short line. */
const maxLineBytes = 4096
const defaultTimeoutMs = 15_000

/**
 * Watches the first line of a stdout. `onAsync` is called at most once, while the process runs, with the milliseconds that
 * `{"async":true,"asyncTimeout":…}` asks for (default 15,000).
 */
export const createFirstLine = (onAsync: (timeoutMs: number) => void): ((chunk: Buffer) => void) => {
  let line = nothing
  let over = false
  return (chunk) => {
    if (over) return
    const end = chunk.indexOf('\n')
    line = Buffer.concat([line, end < 0 ? chunk : chunk.subarray(0, end)])
    over = end >= 0 || line.length > maxLineBytes
    if (end < 0) return
    const timeoutMs = asyncTimeout(line.toString('utf8').trim())
    line = nothing
    if (timeoutMs !== undefined) onAsync(timeoutMs)
  }
}

const nothing = Buffer.alloc(0)

const asyncTimeout = (line: string): number | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    if (!isObject(value) || value['async'] !== true) return undefined
    const { asyncTimeout: asked } = value
    return typeof asked === 'number' && asked > 0 ? asked : defaultTimeoutMs
  } catch {
    // The first line of an answer over several lines; the whole of it is read at the end.
    return undefined
  }
}

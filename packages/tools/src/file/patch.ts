import { structuredPatch } from 'diff'

/** One place at which two texts differ, in Claude Code's `structuredPatch` shape; line numbers from 1. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each with its sign: ` `, `-`, `+`, or the backslash line of a missing last newline. */
  readonly lines: readonly string[]
}

/** Milliseconds after which a difference is given up; the patch is then empty. */
const patchTimeoutMs = 1000

/** The differences with three lines around each. Leading tabs show as two spaces (Claude Code 2.1.332, seen). */
export const patchOf = (before: string, after: string): readonly Hunk[] => {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: patchTimeoutMs })
  return (patch?.hunks ?? []).map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.map(widenTabs),
  }))
}

const widenTabs = (line: string): string =>
  line.replace(/^([ +-])(\t+)/, (_, sign, tabs) => sign + '  '.repeat(tabs.length))

/** The result of Grep in Claude Code's `tool_response` shape. */
export interface GrepOutput {
  readonly mode: 'files_with_matches' | 'content' | 'count'
  /** Only in mode `files_with_matches`. */
  readonly filenames: readonly string[]
  readonly numFiles: number
  readonly content?: string
  /** Lines shown. */
  readonly numLines?: number
  readonly numMatches?: number
  readonly totalFiles?: number
  readonly totalLines?: number
  /** Set where the limit cut something off. */
  readonly appliedLimit?: number
  /** Set where it is not 0. */
  readonly appliedOffset?: number
  /** Set where time or room ran out. */
  readonly timedOut?: true
}

/** The result as the model reads it. */
export const renderGrep = (output: GrepOutput): string => {
  const shown = renderMode(output)
  return output.timedOut
    ? `${shown}\n(The search ended early: results are missing. Narrow the path, glob or pattern.)`
    : shown
}

const renderMode = (output: GrepOutput): string => {
  const paging = pagingOf(output)
  if (output.mode === 'count') return renderCounts(output, paging)
  if (output.mode === 'content') return renderContent(output, paging)
  if (output.filenames.length > 0) {
    return `Found ${plural(output.numFiles, 'file')}${paging && ` ${paging}`}\n${output.filenames.join('\n')}`
  }
  return paging === '' ? 'No files found' : `No entries at this offset. [Showing results with pagination = ${paging}]`
}

const renderContent = ({ content = '' }: GrepOutput, paging: string): string => {
  if (paging === '') return content || 'No matches found'
  return `${content || 'No entries at this offset'}\n\n[Showing results with pagination = ${paging}]`
}

const renderCounts = ({ content, numMatches = 0, numFiles }: GrepOutput, paging: string): string => {
  const total = `Found ${plural(numMatches, 'total occurrence')} across ${plural(numFiles, 'file')}.`
  return `${content || 'No matches found'}\n\n${total}${paging && ` with pagination = ${paging}`}`
}

const pagingOf = ({ appliedLimit, appliedOffset }: GrepOutput): string =>
  [
    ...(appliedLimit === undefined ? [] : [`limit: ${appliedLimit}`]),
    ...(appliedOffset === undefined ? [] : [`offset: ${appliedOffset}`]),
  ].join(', ')

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Lines of a text file in Claude Code's `tool_response` shape. */
export interface TextLines {
  /** Path as it was given. */
  readonly filePath: string
  readonly content: string
  readonly numLines: number
  /** Number of the first line shown. */
  readonly startLine: number
  /** A newline at the end makes one more, empty line. */
  readonly totalLines: number
}

/** `limit` lines from `offset` on, all where there is no limit. Offset 0 shows the first line too, but numbers it 0. */
export const textLines = (filePath: string, source: string, offset: number, limit: number | undefined): TextLines => {
  // Line ends of Windows beside others; one in the middle of a line stays (Claude Code 2.1.332, seen).
  const lines = (source.includes('\r') ? source.replace(/\r(?=\n|$)/g, '') : source).split('\n')
  const first = Math.max(offset - 1, 0)
  const shown = lines.slice(first, limit === undefined ? undefined : first + limit)
  return { filePath, content: shown.join('\n'), numLines: shown.length, startLine: offset, totalLines: lines.length }
}

/** The lines for the model, each with its number and a tab. */
export const renderLines = ({ content, numLines, startLine, totalLines }: TextLines): string => {
  if (numLines === 0) {
    return reminder(`The file has ${totalLines} lines, fewer than the offset of ${startLine}: nothing is shown.`)
  }
  if (content === '' && totalLines === 1) return reminder('The file exists, but it is empty.')
  const numbered = content.split('\n').map((line, index) => `${startLine + index}\t${line}`)
  return numbered.join('\n') + remark(content)
}

const reminder = (warning: string): string => `<system-reminder>Warning: ${warning}</system-reminder>`

/** Judged by the content shown, so that it also fits one that a hook put in its place. */
const remark = (content: string): string => {
  if (content.includes('\0'))
    return '\n\n[The file contains NUL bytes, so it is no plain text: Edit and Write will not change it.]'
  if (!content.includes('\ufffd')) return ''
  return '\n\n[Bytes that are not valid UTF-8 are shown as U+FFFD. Edit and Write will not change such a file.]'
}

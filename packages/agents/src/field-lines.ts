import { splitFrontmatter } from '@raider/frontmatter'

/** Finds the line of a value by its path, 1-based in the file. */
type FindLine = (path: readonly (string | number)[]) => number | undefined

/** Lines of the fields on top of a Markdown file; of a missing value that of the one around it. */
export const fieldLines = async (raw: string): Promise<FindLine> => {
  const { isNode, LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(splitFrontmatter(raw).yaml ?? '', { lineCounter: lines, logLevel: 'error' })
  return (path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true)
      // The fence is the first line of the file.
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line + 1
    }
    return undefined
  }
}

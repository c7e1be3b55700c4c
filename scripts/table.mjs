/**
 * A Markdown table with aligned columns: text to the left, numbers to the right.
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function table(head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)))
  const render = (line) => `| ${line.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [render(lines[0]), rule, ...lines.slice(1).map(render)].join('\n')
}

const pad = (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))

/** A number with as many digits as one reads. */
export const digits = (value) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

import { UsageError } from '../usage-error.js'
import type { Input } from '../terminal.js'

/** Most characters of one line on stdin: a picture has room, a flood does not. */
const maxLength = 64 * 1024 * 1024

/** The lines on stdin as they come, empty ones left out. @throws UsageError for a line that is too long. */
export async function* inputLines(stdin: Input): AsyncGenerator<string, void, undefined> {
  let rest = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength) throw new UsageError('a line on stdin is longer than 64 MB')
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}

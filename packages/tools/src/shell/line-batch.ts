import { StringDecoder } from 'node:string_decoder'

/** Gathers lines that come at about the same time. */
interface LineBatch {
  add(chunk: Buffer): void
  /** What was not handed on yet, the unfinished last line included; nothing is handed on from now on. */
  end(): string
}

/** Characters that are kept of lines which come too fast. */
const maxChars = 4000

/** Hands complete lines on, `ms` after the first of them. Of more than 4000 characters at once the rest is left out. */
export const createLineBatch = (ms: number, handOn: (lines: string) => void): LineBatch => {
  const decoder = new StringDecoder('utf8')
  let text = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const end = text.lastIndexOf('\n')
    const lines = text.slice(0, end).trim()
    text = text.slice(end + 1)
    if (lines !== '') handOn(cut(lines))
  }
  return {
    add(chunk) {
      const more = decoder.write(chunk)
      // Without a line end for that long it is no text for lines.
      text = text.length > maxChars * 4 ? text : text + more
      if (text.includes('\n')) timer ??= setTimeout(flush, ms)
    },
    end() {
      clearTimeout(timer)
      const left = cut(text.trim())
      text = ''
      return left
    },
  }
}

const cut = (lines: string): string =>
  lines.length <= maxChars
    ? lines
    : `${lines.slice(0, maxChars)}\n[More came at once; all of it is in the output file.]`

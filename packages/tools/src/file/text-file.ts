import { isUtf8 } from 'node:buffer'

/** How a text lies in its file. */
export interface TextShape {
  readonly encoding: 'utf8' | 'utf16le'
  readonly byteOrderMark: boolean
  readonly lineEnd: '\n' | '\r\n'
}

/** A file's text, in the form tools work on: no byte-order mark, lines ended by `\n`. */
export interface TextFile {
  readonly text: string
  readonly shape: TextShape
  /** Why writing the text back would change bytes that nobody meant to change; absent for sound text. */
  readonly unsound?: string
}

/** Shape of a new file. */
export const plainShape: TextShape = { encoding: 'utf8', byteOrderMark: false, lineEnd: '\n' }

/** NUL bytes are looked for in this many bytes from the start. */
const probeBytes = 8192
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
const utf16Mark = Buffer.from([0xff, 0xfe])

/** Decodes UTF-8, or UTF-16LE behind its byte-order mark. Undecodable bytes become U+FFFD. */
export const decodeText = (bytes: Buffer): TextFile => {
  if (bytes.subarray(0, 2).equals(utf16Mark)) {
    return withLineEnds(bytes.subarray(2).toString('utf16le'), 'utf16le', true)
  }
  const byteOrderMark = bytes.subarray(0, 3).equals(utf8Mark)
  const body = byteOrderMark ? bytes.subarray(3) : bytes
  const decoded = withLineEnds(body.toString('utf8'), 'utf8', byteOrderMark)
  const unsound = flawOf(body)
  return unsound === undefined ? decoded : { ...decoded, unsound }
}

const withLineEnds = (text: string, encoding: TextShape['encoding'], byteOrderMark: boolean): TextFile => {
  const crlf = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  const lineEnd = crlf > 0 && crlf * 2 >= all ? '\r\n' : '\n'
  return { text: text.replaceAll('\r\n', '\n'), shape: { encoding, byteOrderMark, lineEnd } }
}

const flawOf = (body: Buffer): string | undefined => {
  if (body.subarray(0, probeBytes).includes(0)) return 'it contains NUL bytes'
  return isUtf8(body) ? undefined : 'it is not valid UTF-8'
}

/** The bytes of `text` (lines ended by `\n`) in a file of that shape. */
export const encodeText = (text: string, shape: TextShape): Buffer => {
  const lines = shape.lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n')
  const body = Buffer.from(lines, shape.encoding)
  if (!shape.byteOrderMark) return body
  return Buffer.concat([shape.encoding === 'utf8' ? utf8Mark : utf16Mark, body])
}

const keepsTrailingSpace = /\.mdx?$/i

/** Text without white space at line ends; Markdown keeps it, since there it means a line break (Claude Code 2.1.332, seen). */
export const trimLineEnds = (text: string, path: string): string =>
  keepsTrailingSpace.test(path) ? text : text.split('\n').map(trimLineEnd).join('\n')

const trimLineEnd = (line: string): string =>
  line.endsWith('\r') ? `${line.slice(0, -1).trimEnd()}\r` : line.trimEnd()

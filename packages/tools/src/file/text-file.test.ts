import { describe, expect, it } from 'vitest'
import { decodeText, encodeText, trimLineEnds } from './text-file.js'

describe('decodeText', () => {
  it.each([
    ['plain', Buffer.from('a\nb\n')],
    ['CRLF', Buffer.from('a\r\nb\r\n')],
    ['a byte-order mark', Buffer.from('\ufeffa\nb\n')],
    ['UTF-16LE', Buffer.from('\ufeffa\r\nb\r\n', 'utf16le')],
  ])('gives back the very bytes of %s text', (_, bytes) => {
    const { text, shape, unsound } = decodeText(bytes)
    expect(text).toBe('a\nb\n')
    expect(unsound).toBeUndefined()
    expect(encodeText(text, shape).equals(bytes)).toBe(true)
  })

  it('names what makes a text unfit to be written back', () => {
    expect(decodeText(Buffer.from([0x61, 0xff, 0x62])).unsound).toContain('UTF-8')
    expect(decodeText(Buffer.from('a\0b')).unsound).toContain('NUL')
  })
})

describe('trimLineEnds', () => {
  it('strips spaces and tabs at line ends, and leaves Markdown alone', () => {
    expect(trimLineEnds('a  \n\tb\t\r\nc ', 'x.ts')).toBe('a\n\tb\r\nc')
    expect(trimLineEnds('a  \n', 'x.MD')).toBe('a  \n')
  })

  it('takes time linear in a long run of spaces', () => {
    const line = `${' '.repeat(500_000)}x`
    expect(trimLineEnds(line, 'x.ts')).toBe(line)
  })
})

import { describe, expect, it } from 'vitest'
import { replaceText, type Replacement } from './replacement.js'

const replace = (content: string, oldText: string, newText: string, more: Partial<Replacement> = {}) =>
  replaceText(content, { oldText, newText, all: false, takesNewline: 'of a whole line', ...more })

describe('replaceText', () => {
  it('replaces the one place', () => {
    expect(replace('a b c', 'b', 'x')).toEqual({ ok: true, text: 'a x c', found: 'b' })
  })

  it('counts the places where one is meant, and replaces all where all are', () => {
    expect(replace('b b b', 'b', 'x')).toEqual({ ok: false, matches: 3 })
    expect(replace('b b b', 'b', 'x', { all: true })).toMatchObject({ text: 'x x x' })
    expect(replace('abc', 'z', 'x')).toEqual({ ok: false, matches: 0 })
  })

  it('takes dollar signs for text', () => {
    expect(replace('a b', 'b', "$& $1 $' $$")).toMatchObject({ text: "a $& $1 $' $$" })
    expect(replace('b b', 'b', '$&', { all: true })).toMatchObject({ text: '$& $&' })
  })

  it('finds typographic quotes by straight ones, and keeps their style', () => {
    expect(replace('say “hi” it’s', '"hi" it\'s', "\"ho\" ('x') it's")).toEqual({
      ok: true,
      text: 'say “ho” (‘x’) it’s',
      found: '“hi” it’s',
    })
  })

  it('leaves straight quotes straight where they stand so', () => {
    expect(replace('say "hi"', '"hi"', '"ho"')).toMatchObject({ text: 'say "ho"' })
  })

  it.each([
    ['one\ntwo\nthree\n', 'two', 'one\nthree\n'],
    ['two\nthree\n', 'two', 'three\n'],
    ['one\ntwo', 'two', 'one\n'],
    ['one bar\ntwo\n', 'bar', 'one \ntwo\n'],
    ['one\ntwo\n', 'one\n', 'two\n'],
    ['a\nb\nc\nd\n', 'b\nc', 'a\nd\n'],
  ])('deletes from %j the text %j, with its line where that is all of it', (content, found, text) => {
    expect(replace(content, found, '')).toMatchObject({ text })
  })

  it('deletes every occurrence, whole lines and parts alike', () => {
    expect(replace('x b\nb y\nb\nb\n', 'b', '', { all: true })).toMatchObject({ text: 'x \n y\n' })
  })

  it('takes along any newline after the text where that is asked for', () => {
    const more = { takesNewline: 'after the text' } as const
    expect(replace('one bar\ntwo\n', 'bar', '', more)).toMatchObject({ text: 'one two\n' })
    expect(replace('x b\nb y\nb\n', 'b', '', { ...more, all: true })).toMatchObject({ text: 'x b y\n' })
  })
})

import { profiles } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { parseDocument, type Document } from './document.js'

const read = (text: string, profile: 'raider' | 'claude' = 'raider'): Document => {
  const document = parseDocument(text, profiles[profile])
  if ('unparsable' in document) throw new Error(document.unparsable.problem)
  return document
}

describe('parseDocument', () => {
  it('skips a byte-order mark', () => {
    expect(read('\uFEFF{"model":"opus"}', 'claude').value).toEqual({ model: 'opus' })
  })

  it('reads comments and trailing commas in profile raider and says so', () => {
    const document = read('{\n  // why\n  "model": "opus",\n}')
    expect(document.value).toEqual({ model: 'opus' })
    expect(document.lenient).toBe(true)
  })

  it.each(['{ "a": 1, }', '{ /* no */ "a": 1 }', ''])('refuses %j in profile claude', (text) => {
    expect(parseDocument(text, profiles.claude)).toHaveProperty('unparsable')
  })

  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('reads 1000 levels of %s, and refuses more of them whatever stands around', (_, open, close) => {
    const nested = (levels: number): string => `{\n"hooks": ${open.repeat(levels)}1${close.repeat(levels)}}`
    expect(read(nested(999)).value).toHaveProperty('hooks')
    expect(read('{"hooks": "[[[[\\"{{{{"}').value).toEqual({ hooks: '[[[["{{{{' })
    for (const text of [nested(1000), nested(200_000), `// why\n${nested(200_000)}`, `{"a":${open.repeat(200_000)}`])
      expect(parseDocument(text, profiles.raider)).toMatchObject({
        unparsable: { problem: 'more than 1000 levels of lists and objects' },
      })
  })

  it('names line and column of the first fault', () => {
    expect(parseDocument('{\n  "a": [1,\n  "b": ]\n', profiles.raider)).toMatchObject({
      unparsable: { line: 3, column: 6 },
    })
  })

  it.each(['[]', '"text"', 'null', '7'])('refuses %s, which is no object', (text) => {
    expect(parseDocument(text, profiles.raider)).toHaveProperty('unparsable')
  })

  it('lets the last of equal keys count, for the value and for the line', () => {
    const document = read('{\n  "permissions": {"deny": ["A"]},\n  "permissions": {\n    "deny": ["B"]\n  }\n}')
    expect(document.value).toEqual({ permissions: { deny: ['B'] } })
    expect(document.line(['permissions', 'deny'])).toBe(4)
    expect(document.line(['permissions', 'deny', 0])).toBe(4)
  })

  it('finds lines of list entries and of keys, and none for what is not there', () => {
    const document = read('{\n  "hooks": {\n    "Stop": [\n      {},\n      {"matcher":\n "x"}\n    ]\n  }\n}')
    expect(document.line(['hooks', 'Stop', 1])).toBe(5)
    expect(document.line(['hooks', 'Stop', 1, 'matcher'])).toBe(5)
    expect(document.line(['hooks', 'Stop', 2])).toBeUndefined()
    expect(document.line(['model'])).toBeUndefined()
  })
})

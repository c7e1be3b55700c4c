import { describe, expect, it } from 'vitest'
import { parseFrontmatter, readMarkdown } from './document.js'
import { flagOf, listOf } from './field.js'

describe('readMarkdown', () => {
  it.each<[string, object | undefined, string]>([
    ['---\nname: a\n---\nbody', { name: 'a' }, 'body'],
    ['\uFEFF---\r\nname: a\r\n---\r\nbody', { name: 'a' }, 'body'],
    ['---\n---\nbody', {}, 'body'],
    ['body\n---\n', {}, 'body\n---\n'],
    ['---\n- a\n---\nbody', undefined, 'body'],
    ['---\nname: "a\n---\nbody', undefined, 'body'],
  ])('takes %j apart', async (raw, fields, body) => {
    expect(await readMarkdown(raw)).toEqual({ fields, body })
  })

  it.each([
    ['a: b: c\npaths: x.ts', { a: 'b: c', paths: 'x.ts' }],
    ["title: it's: so\npaths: x.ts", { title: "it's: so", paths: 'x.ts' }],
    ['description: Use: when\npaths: [x.ts]', { description: 'Use: when', paths: ['x.ts'] }],
    ['paths: {a,b}.ts', { paths: '{a,b}.ts' }],
    ['hint: [a b] [c]\nl:\n  - k: v\n    o: [x]', { hint: '[a b] [c]', l: [{ k: 'v', o: ['x'] }] }],
    ['hint: "[a]" [b]', { hint: '"[a]" [b]' }],
    ['title: > all\nhint: |b', { title: '> all', hint: '|b' }],
    ['hint: [a] [b]\ntext: >-\n  c\n  d', { hint: '[a] [b]', text: 'c d' }],
    ['paths:\n\t- x.ts', { paths: ['x.ts'] }],
  ])('reads %j as it is meant', async (yaml, fields) => {
    expect(await parseFrontmatter(yaml)).toEqual(fields)
  })

  it('takes what looks like YAML and is none as text', async () => {
    expect(await parseFrontmatter('paths: **/*.ts\ndescription: Use when: it rains')).toEqual({
      paths: '**/*.ts',
      description: 'Use when: it rains',
    })
  })
})

describe('fields', () => {
  it.each<[unknown, boolean | undefined]>([
    [true, true],
    ['yes', true],
    ['ON', true],
    [1, true],
    ['0', false],
    ['perhaps', undefined],
    [undefined, undefined],
  ])('the switch %j is %s', (value, expected) => {
    expect(flagOf(value)).toBe(expected)
  })

  it.each<[unknown, string, readonly string[] | undefined]>([
    ['Bash(a, b), Read', ',', ['Bash(a, b)', 'Read']],
    [['Bash(a *)', ' Read ', 3], ',', ['Bash(a *)', 'Read', '3']],
    ['one  two', ' ', ['one', 'two']],
    ['', ',', []],
    [undefined, ',', undefined],
  ])('the list %j has its entries', (value, separator, expected) => {
    expect(listOf(value, separator)).toEqual(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { parseMemory } from './document.js'

const importsOf = async (text: string) => (await parseMemory(text)).imports
const textOf = async (text: string) => (await parseMemory(text)).text

describe('imports', () => {
  it.each([
    ['see @file.md now', ['file.md']],
    ['@README', ['README']],
    ['- @a.md\n  - @b.md\n\n    @c.md', ['a.md', 'b.md', 'c.md']],
    ['> @file.md', ['file.md']],
    ['# @h.md', ['h.md']],
    ['**@file.md** _@u.md_ ***@s.md***', ['file.md', 'u.md', 's.md']],
    ['| a | b |\n|---|---|\n| @c.md | d |', ['c.md']],
    ['[@l.md](x) [see @l2.md here](y)', ['l.md', 'l2.md']],
    ['<b>@html.md</b>', ['html.md']],
    ['@dir/with\\ space/f.md', ['dir/with space/f.md']],
    [
      '@x.md#part @~/y.md @./d.md @.h.md @-dash.md @a@b.md',
      ['x.md', '~/y.md', './d.md', '.h.md', '-dash.md', 'a@b.md'],
    ],
    ['<!-- a --> text @r.md', ['r.md']],
    ['@a.md @a.md', ['a.md']],
  ])('are found in %j', async (text, found) => {
    expect(await importsOf(text)).toEqual(found)
  })

  it.each([
    '`@file`',
    'a ``@file`` b',
    '```\n@file\n```',
    '    @indented',
    '- item\n  ```\n  @file\n  ```',
    '<!-- @file -->',
    'text <!-- @file --> more',
    '(@file) text@file "@q.md" ~~@t.md~~ foo*@st.md*',
    '<div> @div.md </div>',
    'me@example.com',
  ])('are not seen in %j', async (text) => {
    expect(await importsOf(text)).toEqual([])
  })
})

describe('text', () => {
  it('loses comments on lines of their own and keeps inline, fenced, listed and unfinished ones', async () => {
    const kept = 'a <!-- inline --> b\n\n```\n<!-- fenced -->\n```\n\n- item\n  <!-- listed -->\n\n<!-- unfinished\nend'
    expect(await textOf(kept)).toBe(kept)
    expect(await textOf('top\n<!-- one -->\ntext\n\n  <!--\nmany\nlines\n-->\nend')).toBe('top\ntext\n\nend')
    expect(await textOf('<!-- a --> rest\n')).toBe(' rest\n')
  })

  it('loses frontmatter and a byte order mark, and nothing else', async () => {
    expect(await textOf('\uFEFF---\ntitle: x\n---\nbody --- \n---\n')).toBe('body --- \n---\n')
    expect(await textOf('---\n---\nbody')).toBe('body')
    expect(await textOf('\n---\npaths: x\n---\nbody')).toBe('\n---\npaths: x\n---\nbody')
    expect(await textOf('---\r\npaths: x\r\n---\r\nbody')).toBe('body')
  })
})

describe('paths', () => {
  it.each([
    ['paths: docs/*.md', ['docs/*.md']],
    ['paths:\n  - "src/**/*.ts"', ['src/**/*.ts']],
    ['paths: **/*.ts', ['**/*.ts']],
    ['paths:\n  - *.ts\n  - {a,b}.js', ['*.ts', 'a.js', 'b.js']],
    ['globs: "*.py"', undefined],
    ['name: [\npaths: a', ['a']],
  ])('of %j are %j', async (yaml, globs) => {
    const document = await parseMemory(`---\n${yaml}\n---\nbody`)
    expect([document.globs, document.malformed]).toEqual([globs, false])
  })

  it('are unknown where the frontmatter is no YAML', async () => {
    expect((await parseMemory('---\n"a: [\n\tb}: c\n---\nbody')).malformed).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { createBench } from './bench.fixture.js'
import { listingBounds, renderListing } from './listing.js'

const skill = (description: string, ...fields: readonly string[]): string =>
  `---\n${[`description: ${description}`, ...fields].join('\n')}\n---\nbody of ${description}\n`

describe('the listing', () => {
  it('names what the model may invoke, from all places, by what it is for', async () => {
    await using bench = await createBench(
      {
        '.claude/skills/a/SKILL.md': skill('one', 'when_to_use: often'),
        '.claude/skills/b/SKILL.md': skill('two', 'disable-model-invocation: on'),
        '.claude/skills/c/SKILL.md': '# Title\n\nmore',
        '.claude/commands/team/d.md': 'does d\n',
        'sub/.claude/skills/n/SKILL.md': skill('nested'),
      },
      { home: { '.claude/skills/h/SKILL.md': skill('home'), '.claude/commands/i.md': 'does i\n' } },
    )
    const [, ...lines] = (await bench.listing()).split('\n')
    expect(lines).toEqual(['- h: home', '- a: one - often', '- c: Title', '- i: does i', '- team:d: does d'])
  })

  it('is empty without the sources', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('one') }, { sources: [] })
    expect(await bench.listing()).toBe('')
  })

  it('leaves out what settings and rules hide', async () => {
    await using bench = await createBench(
      {
        '.claude/skills/a/SKILL.md': skill('one'),
        '.claude/skills/b/SKILL.md': skill('two'),
        '.claude/skills/c/SKILL.md': skill('three'),
        '.claude/skills/d/SKILL.md': skill('four'),
      },
      { settings: { skillOverrides: { a: 'name-only', b: 'user-invocable-only', c: 'off' } }, denied: ['d'] },
    )
    expect((await bench.listing()).split('\n').slice(1)).toEqual(['- a'])
    expect(await bench.type('/b')).toMatchObject({ texts: [expect.anything(), expect.stringContaining('body of two')] })
    expect(await bench.type('/c')).toContain('switched off by skillOverrides')
    for (const skill of ['b', 'c']) expect(await bench.call({ skill })).toContain('not for the model to invoke')
  })

  it('has all names, and the descriptions that fit', () => {
    const entries = [
      { name: 'a', description: 'short' },
      { name: 'b', description: 'x'.repeat(500) },
      { name: 'c', description: 'three\nwords' },
    ]
    const lines = (budget: number, description = 300) => renderListing(entries, { budget, description }).split('\n')
    expect(lines(400)).toEqual(['- a: short', `- b: ${'x'.repeat(299)}…`, '- c: three words'])
    expect(lines(33)).toEqual(['- a: short', '- b', '- c: three words'])
    expect(lines(1)).toEqual(['- a', '- b', '- c'])
  })

  it.each([
    [{}, 8000],
    [{ contextWindow: 1_000_000 }, 30_000],
    [{ settings: { skillListingBudgetFraction: 0.05 } }, 40_000],
    [{ env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '500' } }, 500],
    [{ room: 'beside its own', contextWindow: 1_000_000 }, 23_927],
  ] as const)('has room by settings, environment and model: %j', (facts, budget) => {
    expect(listingBounds({ settings: {}, ...facts }).budget).toBe(budget)
  })
})

describe('of one name', () => {
  it('the user has it before the project, and a skill before a command', async () => {
    await using bench = await createBench(
      {
        '.claude/skills/a/SKILL.md': skill('project skill'),
        '.claude/commands/a.md': 'project command',
        '.claude/commands/b.md': 'project b',
      },
      { home: { '.claude/skills/a/SKILL.md': skill('user skill'), '.claude/commands/b.md': 'user b' } },
    )
    expect((await bench.listing()).split('\n').slice(1)).toEqual(['- a: user skill', '- b: user b'])
  })
})

describe('skills that join', () => {
  const files = {
    '.claude/skills/a/SKILL.md': skill('top'),
    '.claude/skills/ts/SKILL.md': skill('typescript', 'paths: "**/*.ts"'),
    'sub/.claude/skills/a/SKILL.md': skill('below'),
    'sub/.claude/skills/n/SKILL.md': skill('nested'),
    'sub/f': 'x',
    'sub/f.ts': 'x',
  }

  it('do so with the first touch of a file beside them, under a longer name where theirs is taken', async () => {
    await using bench = await createBench(files)
    expect((await bench.listing()).split('\n').slice(1)).toEqual(['- a: top'])
    expect((await bench.finish('r1', 'sub/f')).join('\n')).toContain('- sub:a: below\n- n: nested')
    expect(await bench.finish('r2', 'sub/f')).toEqual([])
    expect(await bench.call({ skill: 'n' })).toMatchObject({ success: true })
  })

  it('do so with the first touch of a file their paths mean', async () => {
    await using bench = await createBench(files)
    expect((await bench.finish('r1', 'sub/f.ts')).join('\n')).toContain('- ts: typescript')
  })
})

describe('skills that come while the session runs', () => {
  it('are told of after the call that made them, once', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('old') })
    expect(await bench.finish('r1')).toEqual([])
    await bench.project.write({ '.claude/skills/b/SKILL.md': skill('new'), '.claude/commands/c.md': 'command' })
    expect(await bench.finish('r2')).toEqual(['Further skills, which are new:\n- b: new\n- c: command'])
    expect(await bench.finish('r3')).toEqual([])
  })

  it('before it was open are no news, unless a hook says so', async () => {
    await using bench = await createBench({})
    await bench.project.write({ '.claude/skills/b/SKILL.md': skill('new') })
    expect(await bench.listing()).toBe('')
    expect(await bench.finish('r1')).toEqual([])
    const opened = await bench.steps.open?.({ source: 'startup', notes: [], reloadSkills: true }, bench.scope)
    expect(opened?.notes[0]?.text).toContain('- b: new')
  })

  it('are found in a folder that was empty, where a tool wrote the file', async () => {
    await using bench = await createBench({ '.claude/skills/b/note.txt': '' })
    await bench.project.write({ '.claude/skills/b/SKILL.md': skill('new') })
    expect(await bench.finish('r1')).toEqual([])
    expect(await bench.finish('r2', '.claude/skills/b/SKILL.md', 'write')).toEqual([
      'Further skills, which are new:\n- b: new',
    ])
  })
})

describe('skills of a plugin folder', () => {
  it('carry its name, their variables, and are suggested for a bare one', async () => {
    await using bench = await createBench(
      {
        'p/skills/a/SKILL.md': '---\ndescription: d\nname: other\n---\n${CLAUDE_PLUGIN_ROOT} ${user_config.k}',
        'p/commands/sub/c.md': 'command',
      },
      {
        bundles: ({ dir }) => [
          {
            name: 'plug',
            root: `${dir}/p`,
            dataDir: '/data',
            env: {},
            userConfig: { k: 'v' },
            skillDirs: [`${dir}/p/skills`],
            commandPaths: [`${dir}/p/commands`],
          },
        ],
      },
    )
    const root = bench.project.path('p')
    expect(bench.skills.all().map(({ name }) => name)).toEqual(['plug:a', 'plug:sub:c'])
    for (const name of ['plug:a', 'plug:other'])
      expect(await bench.type(`/${name}`)).toMatchObject({
        texts: [expect.anything(), expect.stringContaining(`${root} v`)],
      })
    expect(await bench.call({ skill: 'a' })).toBe('Unknown skill: a. Did you mean plug:a?')
  })
})

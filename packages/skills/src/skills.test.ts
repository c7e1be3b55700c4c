import { describe, expect, it } from 'vitest'
import { createBench } from './bench.fixture.js'

const skill = (body: string, ...fields: readonly string[]): string =>
  `---\n${['description: d', ...fields].join('\n')}\n---\n${body}`

describe('a typed command', () => {
  it('becomes the block that names it and its body', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('go $0 in ${CLAUDE_SKILL_DIR}') })
    const dir = bench.project.path('.claude/skills/a')
    expect(await bench.type('/a "x y"')).toEqual({
      texts: [
        '<command-message>a</command-message>\n<command-name>/a</command-name>\n<command-args>"x y"</command-args>',
        `Base directory for this skill: ${dir}\n\ngo x y in ${dir}`,
      ],
      notes: [],
    })
    expect(bench.changes[0]).toMatchObject({
      kind: 'UserPromptExpansion',
      input: { command_name: 'a', command_args: '"x y"', command_source: 'projectSettings', prompt: '/a "x y"' },
    })
  })

  it('of a command file has no folder, and gets arguments that it does not name behind it', async () => {
    await using bench = await createBench({ '.claude/commands/team/b.md': 'do it' })
    expect(await bench.type('/team:b now')).toMatchObject({ texts: [expect.anything(), 'do it\n\nARGUMENTS: now'] })
  })

  it('is as its file is now', async () => {
    await using bench = await createBench({ '.claude/commands/b.md': 'old' })
    await bench.project.write({ '.claude/commands/b.md': 'new' })
    expect(await bench.type('/b')).toMatchObject({ texts: [expect.anything(), 'new'] })
  })

  it('that only the model may invoke is answered, not carried out', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('x', 'user-invocable: no') })
    expect(await bench.type('/a')).toContain('for the model to invoke')
  })

  it('that nobody knows reaches the model with a word about it', async () => {
    await using bench = await createBench({ '.claude/commands/b.md': 'x' })
    expect(await bench.type('/c do')).toEqual({ texts: ['/c do'], notes: [expect.stringContaining('There are: /b.')] })
  })

  it.each(['words', ' /b', '/etc/passwd is a file'])('is none: %j', async (prompt) => {
    await using bench = await createBench({ '.claude/commands/b.md': 'x' })
    expect(await bench.type(prompt)).toBeUndefined()
  })

  it('runs as a subagent where it asks for it', async () => {
    await using bench = await createBench({
      '.claude/skills/a/SKILL.md': skill('work', 'context: fork', 'agent: Explore'),
    })
    expect(await bench.type('/a')).toMatch(/^Explore did Base directory.*\n\nwork$/)
  })

  it('asks for model and effort of the run', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('x', 'model: haiku', 'effort: low') })
    const command = await bench.skills.commands.find('/a', bench.scope)
    expect(await command?.expand(bench.scope)).toMatchObject({ model: 'haiku', effort: 'low' })
  })
})

describe('the Skill tool', () => {
  it('brings in the body behind its result, and the same body once', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('body $0') })
    expect(await bench.call({ skill: 'a', args: 'x' }, 'c1')).toEqual({ success: true, commandName: 'a' })
    expect(await bench.finish('c1')).toEqual([expect.stringContaining('body x')])
    await bench.call({ skill: '/a', args: 'x' }, 'c2')
    expect(await bench.finish('c2')).toEqual([])
    await bench.call({ skill: 'a', args: 'y' }, 'c3')
    expect(await bench.finish('c3')).toEqual([expect.stringContaining('body y')])
  })

  it('gives the report of a skill that runs as a subagent', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('work', 'context: fork') })
    const output = await bench.call({ skill: 'a' })
    expect(output).toMatchObject({
      status: 'forked',
      agentId: 'a1',
      result: expect.stringContaining('general-purpose did'),
    })
    expect(bench.skills.tool.render?.(output, {})).toMatchObject([
      { text: expect.stringContaining('general-purpose did') },
    ])
    expect(await bench.finish('c1')).toEqual([])
  })

  it.each([
    ['nosuch', 'Unknown skill: nosuch.'],
    ['own', 'for the user to invoke'],
  ])('refuses %s', async (name, message) => {
    await using bench = await createBench({
      '.claude/skills/own/SKILL.md': skill('x', 'disable-model-invocation: true'),
    })
    expect(await bench.call({ skill: name })).toContain(message)
  })

  it.each<[string, boolean]>([
    ['model: haiku', true],
    ['context: fork', true],
    ['allowed-tools: ""', true],
    ['allowed-tools: Read', false],
    ['disallowed-tools: [Bash]', false],
    ['hooks: { Stop: [] }', false],
  ])('needs no permission for a skill with %s: %s', async (field, harmless) => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('x', field) })
    expect(bench.skills.tool.harmless?.({ skill: 'a' })).toBe(harmless)
  })
})

describe('what a skill brings beside its body', () => {
  const files = {
    '.claude/skills/a/SKILL.md': skill(
      'x !`echo ran`',
      'allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x *), Read Write',
      'disallowed-tools: [WebFetch]',
      'hooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }] }',
    ),
  }

  it('are rules for the run and hooks for the session', async () => {
    await using bench = await createBench(files)
    await bench.type('/a')
    await bench.type('/a')
    const dir = bench.project.path('.claude/skills/a')
    expect(bench.lent[0]).toEqual({ allow: [`Bash(${dir}/x *)`, 'Read', 'Write'], deny: ['WebFetch'] })
    expect(bench.skills.lateLayers()).toMatchObject([
      {
        name: 'skill',
        file: bench.project.path('.claude/skills/a/SKILL.md'),
        value: { hooks: { Stop: expect.anything() } },
      },
    ])
  })

  it('is left out in a project that was not trusted, but for what takes tools away', async () => {
    await using bench = await createBench(files, { trust: 'none' })
    expect(await bench.type('/a')).toMatchObject({ texts: [expect.anything(), expect.stringContaining('[not run:')] })
    expect(bench.lent).toEqual([{ allow: [], deny: ['WebFetch'] }])
    expect(bench.skills.lateLayers()).toEqual([])
  })

  it('counts as it was at the start where that was trusted, and not as somebody makes it later', async () => {
    await using bench = await createBench(files, { trust: 'as at the start' })
    await bench.type('/a')
    expect(bench.lent[0]?.allow).toHaveLength(3)
    await bench.project.write({ '.claude/skills/a/SKILL.md': skill('x !`echo new`', 'allowed-tools: Bash') })
    expect(await bench.type('/a')).toMatchObject({ texts: [expect.anything(), expect.stringContaining('[not run:')] })
    expect(bench.lent[1]?.allow).toEqual([])
  })

  it('counts without trust in profile claude', async () => {
    await using bench = await createBench(files, { trust: 'none', profile: 'claude' })
    expect(await bench.type('/a')).toMatchObject({ texts: [expect.anything(), expect.stringContaining('x ran')] })
    expect(bench.lent[0]?.allow).toHaveLength(3)
  })
})

it('gives an agent the skills it has from its start, and brings all back after a compaction', async () => {
  await using bench = await createBench(
    { '.claude/skills/a/SKILL.md': skill('body !`echo ran`') },
    { scope: { agent: { id: '1', type: 'reviewer' } } },
  )
  const opened = await bench.listing()
  expect(opened).toContain('body !`echo ran`')
  await bench.call({ skill: 'a' })
  const again = await bench.steps.open?.({ source: 'compact', notes: [] }, bench.scope)
  expect(again?.notes.map(({ kind, text }) => [kind, text])).toContainEqual([
    'session',
    expect.stringMatching(/^Skill a was invoked before[^]*body ran/),
  ])
})

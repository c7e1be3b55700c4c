import { profiles, text, type Tally } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createBench } from './bench.fixture.js'

const skill = (body: string, ...fields: readonly string[]): string =>
  `---\n${['description: d', ...fields].join('\n')}\n---\n${body}`

const guarded = 'hooks: { PreToolUse: [{ hooks: [{ type: command, command: x }] }] }'

describe('an invoked skill', () => {
  it('brings its hooks in once its body could be made', async () => {
    await using bench = await createBench({
      '.claude/skills/bad/SKILL.md': skill('!`cat none`', guarded),
      '.claude/skills/good/SKILL.md': skill('x', guarded),
    })
    expect(await bench.call({ skill: 'bad' })).toContain('Shell command failed')
    expect(bench.skills.lateLayers()).toEqual([])
    await bench.call({ skill: 'good' })
    expect(bench.skills.lateLayers()).toHaveLength(1)
  })

  it('is held against the rules for its proper name, whatever name it is called by', async () => {
    await using bench = await createBench({ '.claude/skills/a/SKILL.md': skill('x', 'name: other') })
    expect(bench.skills.tool.normalize?.({ skill: ' other ', args: 'y' }, '/')).toEqual({ skill: 'a', args: 'y' })
    expect(bench.skills.tool.normalize?.({ skill: '/a' }, '/')).toEqual({ skill: '/a' })
    expect(await bench.call({ skill: '/a' })).toMatchObject({ commandName: 'a' })
  })

  it('may have come since the start, once the session has seen it', async () => {
    await using bench = await createBench({})
    await bench.project.write({ '.claude/skills/a/SKILL.md': skill('x') })
    expect(await bench.call({ skill: 'a' })).toContain('Unknown skill')
    await bench.finish('c0')
    expect(await bench.call({ skill: 'a' })).toMatchObject({ commandName: 'a' })
  })
})

describe('a command of a body', () => {
  const voting = (tally: Partial<Tally>) => ({ vote: () => ({ notes: [], effects: {}, votes: [], ...tally }) })

  it('is put to the vote by its place, once rules allow it', async () => {
    await using bench = await createBench({ '.claude/commands/a.md': '!`echo 1` !`echo 2` !`echo 3`' })
    await bench.type('/a')
    const ids = bench.changes.flatMap(({ kind, input }) =>
      kind === 'PreSkillShellCommand' ? [input['tool_use_id']] : [],
    )
    expect(ids).toEqual([0, 1, 2].map((index) => `${bench.scope.callId}:preamble-${index}`))
  })

  it('lets a voter end the whole invocation', async () => {
    const stop = { reason: 'enough', source: { kind: 'hook', name: 'h' } } as const
    await using bench = await createBench({ '.claude/commands/a.md': 'x !`echo 1`' }, voting({ stop }))
    expect(await bench.type('/a')).toBe('Operation stopped by hook: enough')
  })
})

describe('a forked skill', () => {
  const files = { '.claude/skills/a/SKILL.md': skill('work', 'context: fork', 'agent: nobody', 'allowed-tools: Write') }

  it('goes to an agent for everything where nobody has its own', async () => {
    await using bench = await createBench(files)
    expect(await bench.type('/a')).toMatch(/^general-purpose did /)
  })

  it('keeps its rules to its subagent', async () => {
    await using bench = await createBench(files)
    await bench.type('/a')
    expect(bench.lent).toEqual([])
  })

  it.each(['raider', 'claude'] as const)('brings hooks in by profile: %s', async (profile) => {
    await using bench = await createBench(
      { '.claude/skills/a/SKILL.md': skill('work', 'context: fork', guarded) },
      { profile },
    )
    await bench.call({ skill: 'a' })
    expect(bench.skills.lateLayers()).toHaveLength(profile === 'raider' ? 1 : 0)
  })

  it('is not invoked again by the very subagent that runs it', async () => {
    const agent = { id: 'a1', type: 'general-purpose' }
    await using bench = await createBench(files, { scope: { profile: profiles.raider } })
    const child = await bench.skills.plugin.create({ ...bench.scope, agent })
    const prompts: string[] = []
    bench.agent.work = async (prompt) => {
      prompts.push(prompt)
      await child.beforePrompt?.({ text: prompt, content: [text(prompt)] }, { ...bench.scope, agent })
      const inner = await bench.skills.tool.check?.({ skill: 'a' }, { ...bench.scope, agent })
      return inner?.message ?? 'nothing'
    }
    expect(await bench.type('/a')).toContain('You are the subagent that runs skill a')
    expect(prompts).toHaveLength(1)
  })
})

describe('a mention of lines', () => {
  it.each([
    ['@f.md#L2', 'two'],
    ['@f.md#L2-3', 'two,three'],
    ['@f.md#L4-', 'four'],
    ['@f.md#L2-L3', 'one,two,three,four'],
    ['@f.md#part', 'one,two,three,four'],
  ])('%s brings in %s', async (mention, lines) => {
    await using bench = await createBench({ 'f.md': 'one\ntwo\nthree\nfour' })
    expect(await bench.type(`see ${mention}`)).toMatchObject({
      notes: [expect.stringMatching(new RegExp(`:\n${lines.replaceAll(',', '\n')}$`))],
    })
  })
})

describe('what a prompt mentions', () => {
  it('brings in the skills for it', async () => {
    await using bench = await createBench({
      'a.ts': 'x',
      'sub/f': 'x',
      '.claude/skills/ts/SKILL.md': skill('x', 'paths: "*.ts"'),
      'sub/.claude/skills/n/SKILL.md': skill('x'),
    })
    expect(await bench.type('/ts')).toMatchObject({ texts: ['/ts'] })
    const typed = await bench.type('see @a.ts and @sub/f')
    expect(typed).toMatchObject({
      notes: [expect.anything(), expect.anything(), expect.stringMatching(/- ts: d\n- n: d/)],
    })
    expect(await bench.type('/ts')).toMatchObject({
      texts: [expect.stringContaining('<command-name>/ts'), expect.anything()],
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { Explanation } from 'raider'
import { cliProject } from './raider.fixture.js'

const settings = (...rules: readonly [deny: string[], allow: string[]]) => ({
  '.claude/settings.json': JSON.stringify({ permissions: { deny: rules[0], allow: rules[1] } }, null, 2),
})

describe('raider permissions explain', () => {
  it('says part by part which rule of which file and line decided, and which lost', async () => {
    await using project = await cliProject([], settings(['Bash(git push *)'], ['Bash(git *)']))
    const { stdout, code } = await project.raider([
      'permissions',
      'explain',
      'Bash(git -C . push && rm -rf x)',
      '--trust',
    ])
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.trim())).toEqual([
      'deny   Bash(git -C . push && rm -rf x)  in mode default',
      '',
      'git -C . push',
      'deny   Bash(git push *)  .claude/settings.json:4',
      'lost   allow Bash(git *)  .claude/settings.json:7',
      'Permission to use Bash with the command git -C . push was denied by the permission settings.',
      'rm -rf x',
      'ask    mode default',
      'This command needs approval.',
      '',
    ])
  })

  it('says the same as JSON', async () => {
    await using project = await cliProject([], settings(['Bash(rm *)'], []))
    const { stdout } = await project.raider(['permissions', 'explain', 'Bash(ls; rm x)', '--json'])
    const { decision, parts } = JSON.parse(stdout) as Explanation
    expect(decision).toMatchObject({ behavior: 'deny', source: { name: 'Bash(rm *)', line: 4, layer: 'project' } })
    expect(parts.map(({ text, behavior }) => [text, behavior])).toEqual([
      ['ls', 'allow'],
      ['rm x', 'deny'],
    ])
  })

  it.each([
    ['Read(/etc/hosts)', 'ask'],
    ['Read(a.txt)', 'allow'],
    ['Edit(a.txt)', 'ask'],
    ['Agent({"subagent_type": "Explore"})', 'allow'],
    ['mcp__srv__tool', 'ask'],
  ])('understands %s', async (call, behavior) => {
    await using project = await cliProject()
    const { stdout } = await project.raider(['permissions', 'explain', call, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ decision: { behavior } })
  })

  it('takes mode and rules from flags', async () => {
    await using project = await cliProject()
    const explain = ['permissions', 'explain', 'Bash(touch a)', '--permission-mode', 'acceptEdits']
    expect((await project.raider(explain)).stdout).toMatch(/^allow/)
    expect((await project.raider([...explain, '--disallowedTools', 'Bash(touch *)'])).stdout).toMatch(/^deny/)
  })

  it('says what is wrong with its arguments', async () => {
    await using project = await cliProject()
    for (const args of [['explain'], ['explain', '((('], ['explain', 'mcp__srv__tool(x)'], ['expand', 'x']]) {
      const { stderr, code } = await project.raider(['permissions', ...args])
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^raider: /)])
    }
  })
})

describe('raider permissions lint', () => {
  it('names rules that do not do what they seem to, of a project never trusted too', async () => {
    await using project = await cliProject([], settings(['Bash(', 'bash(rm *)'], ['Write(src/**)']))
    const { stdout, code } = await project.raider(['permissions', 'lint'])
    expect(code).toBe(1)
    for (const part of ['permissions.deny[0]', 'called Bash', 'Edit(src/**)', '.claude/settings.json:8', '4 findings'])
      expect(stdout).toContain(part)
    const json = await project.raider(['permissions', 'lint', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      findings: [
        { kind: 'never', behavior: 'deny', source: { line: 5 } },
        { kind: 'never', behavior: 'allow' },
      ],
      notices: [{ key: 'permissions.deny[0]' }, { key: 'permissions.deny[1]' }],
    })
  })

  it('ends well where there is nothing to say', async () => {
    await using project = await cliProject([], settings(['Bash(rm *)'], ['Bash(npm test)']))
    expect(await project.raider(['permissions', 'lint'])).toMatchObject({
      code: 0,
      stdout: 'every rule does what it says\n',
    })
  })
})

import type { JsonObject, RaiderEvent } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject, until, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { openProjectTrust } from './project-trust.js'
import { Raider } from '../raider.js'
import { SharedSetup } from './shared-setup.js'
import { optionsIn } from '../options.fixture.js'

const settingsFile = '.claude/settings.json'

const optionsFor = (project: Project, more: RaiderOptions = {}): RaiderOptions => ({
  ...optionsIn(project),
  engine: script({ turns: [{ text: 'end', times: 1000 }] }),
  trust: true,
  ...more,
})

const onPrompt = (command: string): JsonObject => ({
  hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] },
})

describe('what the sessions of a Raider have in common', () => {
  it('is held once while the files say the same, and read anew for each session', async () => {
    await using project = await createProject({
      [settingsFile]: onPrompt('true'),
      '.claude/agents/a.md': '---\nname: a\ndescription: does\n---\nDo.',
    })
    const shared = new SharedSetup(optionsFor(project))
    const first = await shared.read()
    expect(await shared.read()).toBe(first)

    await project.write({ '.claude/agents/b.md': '---\nname: b\ndescription: does\n---\nDo.' })
    const second = await shared.read()
    expect([...second.setup.agents.keys()]).toContain('b')
    expect([...first.setup.agents.keys()]).not.toContain('b')
    expect(await shared.read()).toBe(second)
  })

  it('is another where a file says the same in other lines', async () => {
    await using project = await createProject({ [settingsFile]: '{\n"model": "opus"\n}' })
    const shared = new SharedSetup(optionsFor(project))
    const lineIn = async () => (await shared.read()).setup.read.layers[0]?.line(['model'])
    expect(await lineIn()).toBe(2)
    await project.write({ [settingsFile]: '{\n\n\n"model": "opus"\n}' })
    expect(await lineIn()).toBe(4)
  })

  it('is another once the trust of the project is', async () => {
    await using project = await createProject({ [settingsFile]: { permissions: { allow: ['Bash'] } } })
    const { trust: _, ...options } = optionsFor(project)
    const shared = new SharedSetup(options)
    expect((await shared.read()).setup.read.trust.trusted).toBe(false)
    await (await openProjectTrust(options)).grant()
    expect((await shared.read()).setup.read.trust.trusted).toBe(true)
  })
})

describe('sessions of one Raider', () => {
  it('know nothing of what another one was told', async () => {
    await using project = await createProject({ [settingsFile]: { permissions: { deny: ['WebFetch'] } } })
    const raider = new Raider(optionsFor(project))
    const [one, other] = [await raider.open(), await raider.open()]
    await one.setMode('plan')
    await one.setTitle('mine')
    expect([one.mode(), one.title]).toEqual(['plan', 'mine'])
    expect([other.mode(), other.title]).toEqual(['default', undefined])
    await one.close()
    expect((await other.run('go').result).kind).toBe('done')
    await other.close()
  })

  it('all follow a change of the settings, and those that are open go on when another one closes', async () => {
    await using project = await createProject()
    const raider = new Raider(optionsFor(project))
    const sessions = await Promise.all(['1', '2', '3'].map(() => raider.open()))
    await sessions[0]?.close()
    await project.write({ [settingsFile]: onPrompt('cat >> told') })
    for (const session of sessions.slice(1))
      await until('its hook has run', async () => {
        await session.run('go').result
        return (await project.read('told').catch(() => '')).includes(session.id)
      })
    await Promise.all(sessions.map((session) => session.close()))
  })

  it('end together when the host shuts down, whatever they wait for', async () => {
    await using project = await createProject()
    const engine = script({ turns: [{ text: 'late', delayMs: 60_000 }] })
    const raider = new Raider(optionsFor(project, { engine }))
    const runs = [raider.run('one'), raider.run('two')]
    await Promise.all(runs.map(asked))
    raider.shutdown()
    const outcomes = await Promise.all(runs.map((run) => run.result))
    expect(outcomes).toMatchObject([
      { kind: 'cancelled', by: 'shutdown' },
      { kind: 'cancelled', by: 'shutdown' },
    ])
    expect(await raider.run('three').result).toMatchObject({ kind: 'cancelled', by: 'shutdown' })
  })
})

/** Reads on until the model is asked. */
async function asked(run: AsyncIterable<RaiderEvent>): Promise<void> {
  for await (const { type } of run) if (type === 'model-request') return
}

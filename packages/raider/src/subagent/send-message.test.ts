import { plainText, type JsonObject } from '@raider/contracts'
import { script, type Script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

const files = {
  '.claude/agents/x.md': '---\nname: x\ndescription: helps\n---\nYou help.\n',
  '.claude/settings.json': { permissions: { allow: ['Bash'] } },
}
const start = (more: JsonObject = {}): ScriptTurn => ({
  calls: [
    {
      Agent: {
        description: 'help',
        prompt: 'do it',
        subagent_type: 'x',
        run_in_background: false,
        name: 'bob',
        ...more,
      },
    },
  ],
})
const send = (to: string, message: string): ScriptTurn => ({ calls: [{ SendMessage: { to, message } }] })
const bash = (command: string): ScriptTurn => ({ calls: [{ Bash: { command } }] })

/** What each agent's model was shown, by the last message of each request. */
async function play(project: Project, played: Script, options: RaiderOptions = {}) {
  const engine = script(played)
  const shown: { readonly agent: string; readonly text: string }[] = []
  const raider = new Raider({
    ...optionsIn(project),
    engine: {
      ...engine,
      resolve: (model) => engine.resolve(model),
      stream: (request, signal) => {
        shown.push({ agent: request.agent, text: plainText(request.messages.flatMap(wordsOf)) })
        return engine.stream(request, signal)
      },
    },
    trust: true,
    ...options,
  })
  const outcome = await raider.run('go').result
  return { outcome, of: (agent: string) => shown.filter((one) => one.agent === agent).map(({ text }) => text) }
}

const wordsOf = ({ content }: { readonly content: readonly { readonly type: string }[] }) =>
  content.flatMap((block) => {
    const {
      type,
      text,
      content: inner,
    } = block as { type: string; text?: string; content?: { type: 'text'; text: string }[] }
    return type === 'text' && text !== undefined ? [{ type: 'text' as const, text }] : (inner ?? [])
  })

describe('SendMessage', () => {
  it('lets an agent go on that had ended, with all it knew', async () => {
    await using project = await createProject(files)
    const { outcome, of } = await play(project, {
      turns: [start(), send('bob', 'and the rest?'), 'waiting', 'end'],
      agents: { x: ['the first part', 'the rest'] },
    })
    expect(outcome).toMatchObject({ kind: 'done', text: 'end' })
    expect(of('x')).toHaveLength(2)
    expect(of('x')[1]).toContain('do it')
    expect(of('x')[1]).toMatch(/and the rest\?$/)
    expect(of('main').at(-1)).toContain('the rest')
  })

  it('lets an agent go on that had ended before its session was resumed', async () => {
    await using project = await createProject(files)
    const first = await play(project, { turns: [start(), 'end'], agents: { x: ['the first part'] } })
    const { sessionId: resume } = first.outcome
    const again = { turns: [send('bob', 'and the rest?'), 'waiting', 'end'], agents: { x: ['the rest'] } }
    const { of } = await play(project, again, { resume })
    expect(of('x')[0]).toMatch(/do it\n*the first part\n*and the rest\?$/)
    expect(of('main').at(-1)).toContain('the rest')
  })

  it('tells an agent that works before its next step', async () => {
    await using project = await createProject(files)
    const { of } = await play(project, {
      turns: [start({ run_in_background: true }), send('bob', 'hurry'), bash('touch sent'), 'waiting', 'end'],
      agents: { x: [bash('until test -e sent; do sleep 0.02; done'), 'done'] },
    })
    expect(of('x').at(-1)).toContain('<agent-message from="main">\nhurry\n</agent-message>')
  })

  it('reaches the main conversation from an agent', async () => {
    await using project = await createProject(files)
    const { of } = await play(project, { turns: [start(), 'end'], agents: { x: [send('main', 'look'), 'done'] } })
    expect(of('main').at(-1)).toMatch(/<agent-message from="x \(a[0-9a-f]+\)">\nlook/)
  })

  it.each([
    ['nobody', {}, 'in this session; agents are called by their names'],
    ['main', {}, 'You are the main conversation yourself'],
    ['bob', { transcript: false }, 'conversations are not kept'],
  ])('says why %s cannot be spoken to', async (to, options, why) => {
    await using project = await createProject(files)
    const { of } = await play(project, { turns: [start(), send(to, 'hello'), 'end'], agents: { x: ['done'] } }, options)
    expect(of('main').at(-1)).toContain(why)
  })
})

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { plainText, type ModelRequest, type Plugin } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { Raider } from '../raider.js'
import type { RaiderOptions } from '../option.js'

/** Runs prompts in one session and gives back what the model was sent last. */
async function converse(project: Project, options: RaiderOptions, ...prompts: readonly string[]) {
  const requests: ModelRequest[] = []
  let transcript = ''
  const listener: Plugin = {
    name: 'listener',
    create: ({ transcriptPath }) => {
      transcript = transcriptPath
      return {
        beforeModel: (request) => {
          requests.push({ ...request, messages: [...request.messages] })
          return request
        },
      }
    },
  }
  const raider = new Raider({
    cwd: project.dir,
    homeDir: project.home,
    env: {},
    engine: script({ turns: prompts.map((prompt) => `answer to ${prompt}`) }),
    plugins: [listener],
    ...options,
  })
  const session = await raider.open()
  const { id, title } = session
  const mode = session.mode()
  for (const prompt of prompts) await session.run(prompt).result
  await session.close()
  const said = requests.at(-1)?.messages.map(({ content }) => plainText(content)) ?? []
  return { id, title, mode, said, model: requests.at(-1)?.model, transcript }
}

describe('a session that goes on', () => {
  it('by its id keeps id and file', async () => {
    await using project = await createProject()
    const first = await converse(project, {}, 'one')
    const second = await converse(project, { resume: first.id }, 'two')
    expect(second).toMatchObject({ id: first.id, said: ['one', 'answer to one', 'two'], transcript: first.transcript })
    const third = await converse(project, { continue: true }, 'three')
    expect(third).toMatchObject({ id: first.id, said: ['one', 'answer to one', 'two', 'answer to two', 'three'] })
  })

  it('by its title, until two have the same', async () => {
    await using project = await createProject()
    const first = await converse(project, { title: 'my work' }, 'one')
    expect(await converse(project, { resume: 'my work' }, 'two')).toMatchObject({ id: first.id, title: 'my work' })
    await converse(project, { resume: 'my work', forkSession: true }, 'three')
    await expect(converse(project, { resume: 'my work' }, 'four')).rejects.toMatchObject({
      code: 'unknown-session',
      message: expect.stringContaining(first.id),
    })
  })

  it('is found from another project too', async () => {
    await using project = await createProject()
    const first = await converse(project, {}, 'one')
    const elsewhere = join(dirname(project.dir), 'home')
    expect(await converse(project, { resume: first.id, cwd: elsewhere }, 'two')).toMatchObject({
      said: ['one', 'answer to one', 'two'],
      transcript: first.transcript,
    })
  })

  it('as a fork leaves the old one as it is', async () => {
    await using project = await createProject()
    const first = await converse(project, {}, 'one')
    const before = await readFile(first.transcript, 'utf8')
    const forked = await converse(project, { resume: first.id, forkSession: true }, 'two')
    expect(forked.id).not.toBe(first.id)
    expect(forked.said).toEqual(['one', 'answer to one', 'two'])
    expect(await readFile(first.transcript, 'utf8')).toBe(before)
    expect(await readFile(forked.transcript, 'utf8')).not.toContain(first.id)
    expect((await converse(project, { resume: forked.id }, 'three')).said).toHaveLength(5)
  })

  it('takes over model and mode, unless told otherwise', async () => {
    await using project = await createProject()
    const left: RaiderOptions = { model: 'big', permissionMode: 'acceptEdits' }
    const { id: resume } = await converse(project, left, 'one')
    expect(await converse(project, { resume }, 'two')).toMatchObject({ model: 'big', mode: 'acceptEdits' })
    expect(await converse(project, { resume, permissionMode: 'plan' }, 'three')).toMatchObject({ mode: 'plan' })
    expect(await converse(project, { resume }, 'four')).toMatchObject({ mode: 'default' })
    expect(await converse(project, { resume, profile: 'claude' }, 'five')).toMatchObject({ mode: 'default' })
  })

  it('must be there, but the latest of none is a new one', async () => {
    await using project = await createProject()
    await expect(converse(project, { resume: 'nobody' }, 'one')).rejects.toMatchObject({ code: 'unknown-session' })
    await expect(converse(project, { resume: '../../etc/passwd' }, 'one')).rejects.toMatchObject({
      code: 'unknown-session',
    })
    expect((await converse(project, { continue: true }, 'one')).said).toEqual(['one'])
  })

  it.each([
    ['an id beside a resume', { resume: 'x', sessionId: 'y' }],
    ['an id beside the latest', { continue: true, sessionId: 'y' }],
    ['a fork of nothing', { forkSession: true }],
  ] as const)('refuses %s', async (_, options) => {
    await using project = await createProject()
    await expect(converse(project, options, 'one')).rejects.toMatchObject({ code: 'bad-option' })
  })

  it('refuses the id of a session that is there', async () => {
    await using project = await createProject()
    const { id: sessionId } = await converse(project, {}, 'one')
    await expect(converse(project, { sessionId }, 'two')).rejects.toMatchObject({ code: 'bad-option' })
  })
})

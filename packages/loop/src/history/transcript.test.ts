import { readFile } from 'node:fs/promises'
import { profiles } from '@raider/contracts'
import { createProject, createSessionScope } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { calls, openSession, playing, plugin, says } from '../session.fixture.js'

describe('the transcript', () => {
  it('is a linked list in the layout that hooks of Claude Code read, on disk before a hook starts', async () => {
    await using project = await createProject()
    const facts = { ...createSessionScope({ project }), profile: profiles.raider }
    let seen = ''
    const reader = plugin('reader', {
      beforeTool: async () => {
        seen = await readFile(facts.transcriptPath, 'utf8')
        return undefined
      },
    })
    const session = await openSession(playing(calls('a'), says('end')), { facts, transcript: true, plugins: [reader] })
    await session.run('go').result
    await session.close()
    expect(
      seen
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { type: string }).type),
    ).toEqual(['user', 'assistant'])
    const lines = (await readFile(facts.transcriptPath, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.type)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(lines.map((line) => line.parentUuid)).toEqual([null, ...lines.slice(0, -1).map((line) => line.uuid)])
    expect(lines[0]).toMatchObject({
      message: { role: 'user', content: 'go' },
      sessionId: session.id,
      cwd: project.dir,
    })
    expect(lines[1].message).toMatchObject({ content: [{ type: 'tool_use', id: 'a' }], stop_reason: 'tool_use' })
    expect(lines[2]).toMatchObject({ sourceToolAssistantUUID: lines[1].uuid, toolUseResult: 'a' })
  })

  it('does not hold up a run where it cannot be written', async () => {
    await using project = await createProject({ file: '' })
    const facts = {
      ...createSessionScope(),
      transcriptPath: project.path('file', 'x', 't.jsonl'),
      profile: profiles.raider,
    }
    const notices: string[] = []
    const listener = plugin('l', { onEvent: (event) => void (event.type === 'notice' && notices.push(event.text)) })
    const session = await openSession(playing(says('end')), { facts, transcript: true, plugins: [listener] })
    expect((await session.run('go').result).kind).toBe('done')
    expect(notices).toHaveLength(1)
    expect(notices[0]).toContain('cannot be written')
  })
})

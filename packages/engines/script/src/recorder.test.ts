import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { script } from './engine.js'
import { withRecorder } from './recorder.js'
import { answer, asking, newFile, told } from './request.fixture.js'
import type { Script } from './script.js'

const played: Script = {
  model: 'demo-1',
  turns: [
    {
      id: 'msg_1',
      content: [
        { type: 'thinking', thinking: 'hm: # "x"\n\n  y ', signature: 'c2ln==' },
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'text', text: '- a\n---\n…\u0001 {{dir}} \ud83e\udd80\t' },
        {
          type: 'tool_use',
          id: 't1',
          name: 'Bash',
          input: { command: 'ls', deep: [{ yes: true, none: null, '': 1e-7 }] },
        },
        { type: 'tool_use', id: 't2', name: 'Read', input: '{"file_path":' },
        { type: 'opaque', block: { type: 'server_tool_use', id: 's' } },
      ],
      stop: 'pause',
      usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    },
    { retry: [{ status: 529, message: 'busy' }, { kind: 'network' }], text: 'ok', model: 'demo-2' },
    { fault: { status: 400, message: 'no' } },
    '2024-01-01',
  ],
}

describe('a recording', () => {
  it('plays again exactly what was answered', async () => {
    const file = await newFile('record.yaml')
    const recorder = withRecorder(script(played), file)
    const first = [await told(recorder), await told(recorder), await told(recorder), await told(recorder)]
    const again = script(file)
    for (const events of first) expect(await told(again)).toEqual(events)
    expect(await answer(again)).toBe('(script ended)')
  })

  it('finds the turns of subagents by their prompt, whatever the order', async () => {
    const file = await newFile('record.yaml')
    const recorder = withRecorder(script({ agents: { Explore: ['about a', 'about b'] } }), file)
    await answer(recorder, asking('look at a', 'Explore'))
    await answer(recorder, asking('look at b', 'Explore'))
    const again = script(file)
    expect(await answer(again, asking('look at b', 'Explore'))).toBe('about b')
    expect(await answer(again, asking('look at a', 'Explore'))).toBe('about a')
  })

  it('holds a turn before its end is told, and keeps what was in the file', async () => {
    const file = await newFile('record.yaml', '- before\n')
    for await (const event of withRecorder(script({ turns: ['now'] }), file).stream(
      asking('secret'),
      new AbortController().signal,
    )) {
      const recorded = await readFile(file, 'utf8')
      expect(recorded.includes('text: now')).toBe(event.type === 'end')
      expect(recorded).not.toContain('secret')
    }
    const again = script(file)
    expect([await answer(again), await answer(again)]).toEqual(['before', 'now'])
  })

  it('leaves out a cancelled turn', async () => {
    const file = await newFile('record.yaml', '')
    await told(withRecorder(script({ turns: ['x'] }), file), asking('hi'), AbortSignal.abort())
    expect(await readFile(file, 'utf8')).toBe('')
  })

  it('that cannot be written is refused by the check', async () => {
    const recorder = withRecorder(script(played), '/nowhere/record.yaml')
    await expect(recorder.check?.(new AbortController().signal)).rejects.toThrow(
      '/nowhere/record.yaml: the recording cannot be written',
    )
  })
})

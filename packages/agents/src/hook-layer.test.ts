import { describe, expect, it } from 'vitest'
import { parseAgent } from './agent-file.js'
import { hookLayer } from './hook-layer.js'

const raw = `---
name: x
description: d
hooks:
  PreToolUse: [{ matcher: one, hooks: [] }]
  Stop: [{ matcher: two, hooks: [] }]
  SubagentStop: [{ matcher: three, hooks: [] }]
  SubagentStart: [{ matcher: four, hooks: [] }]
  InstructionsLoaded: [{ matcher: five, hooks: [] }]
---
body
`

const group = (matcher: string) => ({ matcher, hooks: [] })

const layerAs = async (as: 'subagent' | 'main') => {
  const reading = await parseAgent(raw, { kind: 'user', file: '/u/x.md' })
  return 'agent' in reading ? hookLayer(reading.agent, as) : undefined
}

describe('the hooks of an agent', () => {
  it('run at its stop where it is a subagent, and cannot hear of its start or of memory files', async () => {
    expect((await layerAs('subagent'))?.value['hooks']).toEqual({
      PreToolUse: [group('one')],
      SubagentStop: [group('two'), group('three')],
    })
  })

  it('are as they are on the main thread', async () => {
    const layer = await layerAs('main')
    expect(layer?.value['hooks']).toMatchObject({ Stop: [group('two')] })
    expect(layer).toMatchObject({ name: 'agent', file: '/u/x.md', trusted: true })
    expect(layer?.line(['hooks', 'Stop', 0])).toBe(6)
  })

  it('are no layer where there are none', async () => {
    const reading = await parseAgent('---\nname: x\ndescription: d\n---\n', { kind: 'user' })
    expect('agent' in reading && hookLayer(reading.agent, 'main')).toBeUndefined()
  })
})

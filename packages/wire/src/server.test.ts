import { describe, expect, it } from 'vitest'
import type { EventBody } from '@raider/contracts'
import { createEvent, createSessionOpen } from '@raider/testing'
import { createWire } from './index.js'

describe('the init frame', () => {
  it('tells how servers stand, which entries cannot be used, and what they bring', () => {
    const wire = createWire({
      version: '0.1.0',
      apiKeySource: 'none',
      hookFrames: false,
      maxRetries: 10,
      price: () => undefined,
    })
    const events: readonly EventBody[] = [
      createSessionOpen(),
      { type: 'server-change', name: 'a', source: 'user', status: 'pending' },
      { type: 'server-change', name: 'b', source: 'dynamic', status: 'invalid', error: 'command: must be a text' },
      { type: 'server-change', name: 'a', source: 'user', status: 'connected', commands: ['mcp__a__greet'] },
      { type: 'tools-change', tools: ['Bash', 'mcp__a__echo'] },
      { type: 'run-start', prompt: [], promptId: 'p' },
    ]
    const frames = events.flatMap((event) => wire.frames(createEvent(event)))
    expect(frames).toMatchObject([
      {
        subtype: 'init',
        tools: ['Bash', 'mcp__a__echo'],
        mcp_servers: [{ name: 'a', status: 'connected', source: 'user' }],
        mcp_server_errors: [{ name: 'b', type: 'invalid_config', message: 'command: must be a text' }],
        slash_commands: ['mcp__a__greet'],
      },
    ])
  })
})

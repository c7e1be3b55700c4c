import { describe, expect, it } from 'vitest'
import { createCallScope, createStepScope } from './scope.js'

describe('scopes', () => {
  it('collect what is emitted', async () => {
    const scope = createStepScope()
    await scope.emit({ type: 'cwd-change', from: '/a', to: '/b' })
    expect(scope.events).toEqual([{ type: 'cwd-change', from: '/a', to: '/b' }])
  })

  it('follow a call that changes the folder', () => {
    const scope = createCallScope()
    scope.setCwd('/elsewhere')
    scope.progress('half')
    expect(scope.cwd()).toBe('/elsewhere')
    expect(scope.events).toEqual([{ type: 'tool-progress', id: 'call-1', text: 'half' }])
  })

  it('take overrides', () => {
    const scope = createCallScope({ mode: () => 'plan', callId: 'c9', run: 'r9' })
    expect([scope.callId, scope.run, scope.mode()]).toEqual(['c9', 'r9', 'plan'])
  })
})

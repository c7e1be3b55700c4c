import { describe, expect, it } from 'vitest'
import { profiles, type PermissionMode } from '@raider/contracts'
import { createPermissions } from './session.js'
import { testFacts } from './judge.fixture.js'

const notes = '/w/project/.claude/agent-memory/x'

const judge = (tool: 'Read' | 'Write', path: string, mode: PermissionMode = 'default', deny: readonly string[] = []) =>
  createPermissions({
    settings: { layers: [], merged: {} },
    cli: { allow: [], deny },
    mode,
    profile: profiles.claude,
    facts: testFacts(),
  })
    .fork(mode, [notes, '/home/me/notes'])
    .permit({
      tool,
      input: {},
      origin: 'built-in',
      paths: [{ path, access: tool === 'Read' ? 'read' : 'write' }],
      cwd: '/w/project',
    }).behavior

describe('folders of notes', () => {
  it.each(['default', 'plan', 'dontAsk'] as const)('are read and written without a question in mode %s', (mode) => {
    expect(judge('Write', `${notes}/a.md`, mode)).toBe('allow')
    expect(judge('Write', '/home/me/notes/a.md', mode)).toBe('allow')
    expect(judge('Read', '/home/me/notes/a.md', mode)).toBe('allow')
  })

  it('open nothing beside them, and no file that a rule denies', () => {
    expect(judge('Write', '/w/project/.claude/agent-memory/y/a.md')).toBe('ask')
    expect(judge('Write', '/home/me/notes.md')).toBe('ask')
    expect(judge('Write', `${notes}/a.md`, 'default', ['Edit(.claude/**)'])).toBe('deny')
  })
})

describe('the start of a subagent in plan mode', () => {
  const start = (profile: 'raider' | 'claude', mode: PermissionMode) => {
    const permissions = createPermissions({
      settings: { layers: [], merged: {} },
      cli: { allow: ['Agent'], deny: [] },
      mode,
      profile: profiles[profile],
      facts: testFacts(),
    })
    return permissions.permit({ tool: 'Agent', input: {}, origin: 'built-in', paths: [], cwd: '/w/project' })
  }

  it('is refused in profile claude unless a hook allows it', () => {
    expect(start('claude', 'plan')).toMatchObject({ behavior: 'deny', firm: false })
    expect(start('claude', 'default').behavior).toBe('allow')
    expect(start('raider', 'plan').behavior).toBe('allow')
  })
})

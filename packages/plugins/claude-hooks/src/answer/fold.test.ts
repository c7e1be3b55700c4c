import { profiles, type JsonObject, type ProfileName } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { judge, type Answer } from './answer.js'
import type { HookEvent } from '../events.js'
import { fold, type Folded } from './fold.js'
import { testHook } from '../session.fixture.js'

/** The answers of hooks `a`, `b`, …: an object on stdout, or text on stderr with exit 2. */
const folded = (event: HookEvent, said: readonly (JsonObject | string)[], profile: ProfileName = 'raider'): Folded => {
  const answers = said.map((answer, index): Answer => {
    const hook = testHook({ event, command: String.fromCharCode(97 + index) })
    const json = typeof answer === 'object'
    const stdout = json ? JSON.stringify(answer) : ''
    const stderr = json ? '' : answer
    return judge(event, hook, { ended: 'done', exitCode: json ? 0 : 2, stdout, stderr, durationMs: 1 }, false)
  })
  const name = event.includes('Tool') || event === 'PermissionRequest' ? `${event}:Bash` : event
  return fold({ event, name, profile: profiles[profile] }, answers, { newId: () => 'id' })
}
const own = (event: HookEvent, fields: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...more,
  hookSpecificOutput: { hookEventName: event, ...fields },
})
const decision = (permissionDecision: string, more: JsonObject = {}): JsonObject =>
  own('PreToolUse', { permissionDecision, ...more })
const request = (fields: JsonObject): JsonObject => own('PermissionRequest', { decision: fields })
const texts = ({ notes }: Folded): string[] => notes.map((note) => note.text)

describe('stances', () => {
  it.each([
    [['allow', 'ask'], 'ask'],
    [['ask', 'defer'], 'defer'],
    [['defer', 'deny', 'allow'], 'deny'],
    [['allow'], 'allow'],
  ])('of %o: the strictest wins', (stances, expected) => {
    const result = folded(
      'PreToolUse',
      stances.map((stance) => decision(stance)),
    )
    expect(result.stance).toBe(expected)
    expect(result.votes.map((vote) => vote.stance)).toEqual(stances)
  })

  it('name the hook that decided', () => {
    expect(folded('PreToolUse', [decision('allow'), decision('deny')]).source.name).toBe('b')
  })

  it('of one hook: what refuses wins', () => {
    const both = { ...decision('allow', { permissionDecisionReason: 'new yes' }), decision: 'block', reason: 'old no' }
    expect(folded('PreToolUse', [both])).toMatchObject({ stance: 'deny', reason: 'PreToolUse:Bash hook error: old no' })
  })

  it('need a reason that has words', () => {
    const mute = [decision('deny', { permissionDecisionReason: '' }), { decision: 'block', reason: '' }]
    for (const said of mute)
      expect(folded('PreToolUse', [said]).reason).toBe('PreToolUse:Bash hook error: Blocked by hook')
    expect(folded('PermissionRequest', [request({ behavior: 'deny', message: '' })]).reason).toContain('denied by')
  })

  it('on tasks give every reason under a heading, in both profiles', () => {
    for (const profile of ['raider', 'claude'] as const)
      expect(folded('TaskCreated', [{ decision: 'block', reason: 'no' }, 'never'], profile)).toMatchObject({
        stance: 'deny',
        reason: 'TaskCreated hook feedback:\nno\nTaskCreated hook feedback:\n[b]: never',
      })
  })

  it('are silence for a hook that says nothing', () => {
    const result = folded('PreToolUse', [{}])
    expect(result.stance).toBeUndefined()
    expect(result.votes).toHaveLength(1)
  })

  it('understand the former words', () => {
    expect(folded('PreToolUse', [{ decision: 'approve' }]).stance).toBe('allow')
    expect(folded('PreToolUse', [{ decision: 'block' }])).toMatchObject({
      stance: 'deny',
      reason: 'PreToolUse:Bash hook error: Blocked by hook',
    })
    expect(folded('PostToolUse', [{ decision: 'approve' }]).stance).toBeUndefined()
  })
})

describe('reasons', () => {
  const denies = ['no 1\n', decision('deny', { permissionDecisionReason: 'no 2' })]

  it('of several denies are all given in order', () => {
    expect(folded('PreToolUse', denies).reason).toBe(
      'PreToolUse:Bash hook error: [a]: no 1\nPreToolUse:Bash hook error: no 2',
    )
  })

  it('of several denies: the last one in profile claude', () => {
    expect(folded('PreToolUse', denies, 'claude').reason).toBe('PreToolUse:Bash hook error: no 2')
  })

  it('of several asks: the first one', () => {
    const asks = ['q1', 'q2'].map((why) => decision('ask', { permissionDecisionReason: why }))
    expect(folded('PreToolUse', asks).reason).toBe('q1')
  })
})

describe('a permission request', () => {
  const yes = request({ behavior: 'allow', updatedInput: { command: 'ls' }, updatedPermissions: [] })
  const no = request({ behavior: 'deny', interrupt: true })

  it('is refused where any hook refuses', () => {
    const result = folded('PermissionRequest', [yes, no])
    expect(result).toMatchObject({ stance: 'deny', reason: 'Permission denied by PermissionRequest hook' })
    expect(result.revised).toBeUndefined()
    expect(result.effects).toEqual({ interrupt: true })
  })

  it('is answered by whoever came first in profile claude', () => {
    const result = folded('PermissionRequest', [yes, no], 'claude')
    expect(result).toMatchObject({ stance: 'allow', revised: { command: 'ls' } })
  })

  it('is not answered by exit 2', () => {
    expect(folded('PermissionRequest', ['no']).stance).toBeUndefined()
  })
})

describe('a revision', () => {
  it('is the last one', () => {
    const revise = (command: string): JsonObject => own('PreToolUse', { updatedInput: { command } })
    expect(folded('PreToolUse', [revise('a'), revise('b'), {}]).revised).toEqual({ command: 'b' })
  })
})

describe('notes', () => {
  it('hold all contexts under one header', () => {
    const result = folded(
      'PreToolUse',
      ['one', 'two'].map((context) => own('PreToolUse', { additionalContext: context })),
    )
    expect(texts(result)).toEqual(['PreToolUse:Bash hook additional context: one\ntwo'])
    expect(result.notes[0]).toMatchObject({ kind: 'before-tool', source: { kind: 'hook', name: 'a + b' } })
  })

  it('hold the context of a hook that denies', () => {
    expect(texts(folded('PreToolUse', [decision('deny', { additionalContext: 'why' })]))).toHaveLength(1)
  })

  it('name the command of what blocks after a tool', () => {
    expect(texts(folded('PostToolUse', [{ decision: 'block', reason: 'bad' }, 'worse\n']))).toEqual([
      'PostToolUse:Bash hook blocking error from command: "a": bad',
      'PostToolUse:Bash hook blocking error from command: "b": [b]: worse',
    ])
    expect(texts(folded('PostToolUseFailure', ['x']))).toEqual([
      'PostToolUseFailure:Bash hook blocking error from command: "a": [a]: x',
    ])
  })

  it('send the model on with what a Stop hook says', () => {
    const result = folded('Stop', [{ decision: 'block', reason: 'more' }])
    expect(result.stance).toBe('deny')
    expect(result.reason).toBeUndefined()
    expect(result.votes[0]?.reason).toBe('more')
    expect(texts(result)).toEqual([
      expect.stringMatching(/no message of the user\.\nStop hook feedback:\nmore$/),
      'Stop hook blocking error from command: "a": more',
    ])
    expect(texts(folded('Stop', ['err']))).toHaveLength(1)
    expect(folded('Stop', [own('Stop', { additionalContext: 'ctx' })]).stance).toBe('deny')
  })
})

describe('continue: false', () => {
  const halt = { continue: false, stopReason: 'halt' }

  it('stands beside the stance', () => {
    const result = folded('PreToolUse', [halt, decision('deny')])
    expect(result).toMatchObject({ stance: 'deny', stop: { reason: 'halt', source: { name: 'a' } } })
    expect(texts(result)).toEqual(['PreToolUse:Bash hook stopped continuation: halt'])
  })

  it('beats a block of Stop', () => {
    const result = folded('Stop', ['go on', halt])
    expect(result.stop?.reason).toBe('halt')
    expect(result.stance).toBeUndefined()
    expect(result.notes.map((note) => note.text)).toEqual(['Stop hook stopped continuation: halt'])
  })

  it('counts after a failure in profile raider alone', () => {
    expect(folded('PostToolUseFailure', [halt]).stop?.reason).toBe('halt')
    expect(folded('PostToolUseFailure', [halt], 'claude').stop).toBeUndefined()
  })

  it('does not count at the start of a session', () => {
    expect(folded('SessionStart', [halt]).stop).toBeUndefined()
  })

  it('is what a block of PostToolBatch means', () => {
    expect(folded('PostToolBatch', [{ decision: 'block', reason: 'enough' }]).stop?.reason).toBe('enough')
  })
})

describe('the rarer events', () => {
  it('decline a question of a server by exit 2, whatever another hook answers', () => {
    const accept = own('Elicitation', { action: 'accept', content: { a: 1 } })
    expect(folded('Elicitation', ['no', accept]).effects.answer).toEqual({ action: 'decline' })
    expect(folded('Elicitation', [accept]).effects.answer).toEqual({ action: 'accept', content: { a: 1 } })
  })

  it('name the folder of a worktree: the first that a hook names counts, and no other failure', () => {
    const path = (worktreePath: string) => own('WorktreeCreate', { worktreePath })
    expect(folded('WorktreeCreate', ['no', path('/a'), path('/b')]).effects.answer).toEqual({ worktreePath: '/a' })
    expect(folded('WorktreeCreate', [{}])).toMatchObject({ stance: 'deny', reason: '[a]: named no folder' })
  })

  it('give first prompt, title and files to watch', () => {
    const fields = { initialUserMessage: 'hi', sessionTitle: 't', watchPaths: ['/a'] }
    const result = folded('SessionStart', [own('SessionStart', fields), own('SessionStart', { watchPaths: ['/b'] })])
    expect(result.effects).toEqual({ firstPrompt: 'hi', title: 't', watch: ['/a', '/b'] })
  })

  it('refuse a prompt with the plain reason', () => {
    expect(folded('UserPromptSubmit', [{ decision: 'block', reason: 'no' }])).toMatchObject({
      stance: 'deny',
      reason: 'no',
    })
  })
})

it('of a compaction is told with the words of its hooks, but not of silent ones', () => {
  const said = [{ decision: 'block', reason: 'not now' }, 'broken', {}]
  expect(texts(folded('PreCompact', said))).toEqual([
    'PreCompact [a] objected or failed: not now',
    'PreCompact [b] objected or failed: [b]: broken',
  ])
})

it('of a compaction takes JSON for words in profile claude alone', () => {
  const said = [{ systemMessage: 'keep names' }]
  expect(folded('PreCompact', said).effects).toEqual({})
  const claude = folded('PreCompact', said, 'claude')
  expect(claude.effects).toEqual({ instructions: '{"systemMessage":"keep names"}' })
  expect(texts(claude)).toEqual(['PreCompact [a] completed: {"systemMessage":"keep names"}'])
})

import type { Evaluation, JsonObject, StepScope } from '@raider/contracts'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventTable, type HookEvent } from '../events.js'
import { onEvent, openSession, testCall, testEnding } from '../session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const condition = { type: 'prompt', prompt: 'is $ARGUMENTS fine for \\$5?' }
const refused = { ok: false, reason: 'too much' }

/** A session whose model answers with these words; `asked` is what it was asked. */
const judged = async (
  event: HookEvent,
  handler: JsonObject,
  words: string | undefined,
  more: Partial<StepScope> = {},
) => {
  const asked: Evaluation[] = []
  const evaluate: StepScope['evaluate'] = (evaluation) => {
    asked.push(evaluation)
    return Promise.resolve(words)
  }
  const session = await openSession(project, onEvent(event, handler), { scope: { evaluate, ...more } })
  return { ...session, asked }
}

const onTool = async (handler: JsonObject, words: string | undefined) => {
  const { steps, scope, asked } = await judged('PreToolUse', handler, words)
  return { verdict: await steps.beforeTool(testCall('ls'), scope), scope, asked }
}

it('asks with the hook input in place of $ARGUMENTS, and without a dollar for one that is escaped', async () => {
  const { asked, scope, verdict } = await onTool(condition, '{"ok": true, "reason": "fine"}')
  expect(verdict).not.toHaveProperty('stance')
  expect(asked).toMatchObject([{ kind: 'prompt', conversation: false, schema: { required: ['ok', 'reason'] } }])
  const [, input = ''] = /^is (\{.*\}) fine for \$5\?$/.exec(asked[0]?.text ?? '') ?? []
  expect(JSON.parse(input)).toMatchObject({ hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } })
  expect(scope.events).toMatchObject([{ type: 'hook-run', outcome: 'success' }])
})

it('puts the hook input behind a prompt that does not name it', async () => {
  const { asked } = await onTool({ type: 'agent', prompt: 'fine?', model: 'm' }, undefined)
  expect(asked[0]?.text).toMatch(/^fine\?\n\nARGUMENTS: \{.*"ls".*\}$/)
  expect(asked[0]).toMatchObject({ kind: 'agent', model: 'm' })
})

it('asks the small model that the environment names', async () => {
  const env = { ANTHROPIC_SMALL_FAST_MODEL: 'tiny' }
  const { steps, scope, asked } = await judged('PreToolUse', condition, '{"ok":true,"reason":""}', { env })
  await steps.beforeTool(testCall('ls'), scope)
  expect(asked[0]?.model).toBe('tiny')
})

it('takes an answer out of a code fence', async () => {
  const { verdict } = await onTool(condition, '```json\n{"ok": false, "reason": "no"}\n```')
  expect(verdict).toMatchObject({ stance: 'deny', reason: 'PreToolUse:Bash hook error: no' })
})

describe('an answer that is none', () => {
  it.each(['words', '{"reason": "x"}', '{"ok": "yes"}', '[]', ''])('fails open and is told: %j', async (words) => {
    const { verdict, scope } = await onTool(condition, words)
    expect(verdict).not.toHaveProperty('stance')
    expect(scope.events).toMatchObject([{ outcome: 'error' }, { type: 'notice', level: 'warning' }])
  })

  it('is no opinion where an agent ends without one', async () => {
    const { verdict, scope } = await onTool({ type: 'agent', prompt: 'x' }, undefined)
    expect(verdict).not.toHaveProperty('stance')
    expect(scope.events).toMatchObject([{ outcome: 'success' }])
  })

  it('refuses where failures are to', async () => {
    const { verdict } = await onTool({ ...condition, failClosed: true }, 'words')
    expect(verdict?.stance).toBe('deny')
  })

  it('fails where no model can be asked, or where asking fails', async () => {
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', condition))
    expect(await steps.beforeTool(testCall('ls'), scope)).not.toHaveProperty('stance')
    const broken = await judged('PreToolUse', condition, '', {
      evaluate: () => Promise.reject(new Error('overloaded')),
    })
    await broken.steps.beforeTool(testCall('ls'), broken.scope)
    expect(broken.scope.events[0]).toMatchObject({ outcome: 'error', error: 'overloaded' })
  })

  it('ends at its deadline though the model goes on', async () => {
    const evaluate: StepScope['evaluate'] = () => new Promise(() => undefined)
    const { steps, scope } = await judged('PreToolUse', { ...condition, timeout: 0.01 }, '', { evaluate })
    expect(await steps.beforeTool(testCall('ls'), scope)).not.toHaveProperty('stance')
    expect(scope.events[0]).toMatchObject({ outcome: 'timeout' })
  })
})

describe('a refusal', () => {
  const words = JSON.stringify(refused)
  const goesOn = { ...condition, continueOnBlock: true }

  it('denies a call and ends the run, or only denies where the model shall go on', async () => {
    const reason = 'PreToolUse:Bash hook error: too much'
    expect((await onTool(condition, words)).verdict).toMatchObject({
      stance: 'deny',
      reason,
      stop: { reason: 'too much' },
    })
    for (const handler of [goesOn, { type: 'agent', prompt: 'x' }]) {
      const { verdict } = await onTool(handler, words)
      const said = `PreToolUse:Bash hook error: [${handler.prompt}]: too much`
      expect(verdict).toMatchObject({ stance: 'deny', reason: said })
      expect(verdict).not.toHaveProperty('stop')
    }
  })

  it('after a call ends the run, or stands beside the result', async () => {
    const first = await judged('PostToolUse', condition, words)
    expect((await first.steps.afterTool(testEnding('out'), first.scope)).stop?.reason).toBe('too much')
    const second = await judged('PostToolUse', goesOn, words)
    const ending = await second.steps.afterTool(testEnding('out'), second.scope)
    expect(ending.stop).toBeUndefined()
    expect(ending.notes[0]?.text).toContain('too much')
  })

  it('of a stop asks about the conversation and sends the model on, unless it is impossible', async () => {
    const draft = { text: 'bye', active: false, stopReason: 'end', tasks: [] } as const
    const { steps, scope, asked } = await judged('Stop', condition, words)
    const verdict = await steps.beforeStop?.(draft, scope)
    expect(verdict).toMatchObject({ stance: 'deny' })
    expect(verdict?.notes).toHaveLength(1)
    expect(verdict?.notes?.[0]?.text).toMatch(/Stop hook feedback:\n\[.+\]: too much$/)
    expect(asked).toMatchObject([{ conversation: true }])
    const hopeless = await judged('Stop', condition, JSON.stringify({ ...refused, impossible: true }))
    expect(await hopeless.steps.beforeStop?.(draft, hopeless.scope)).not.toHaveProperty('stance')
  })

  it.each<[HookEvent, JsonObject, JsonObject]>([
    ['UserPromptExpansion', condition, { stop: { reason: 'too much' } }],
    ['TaskCreated', condition, { stance: 'deny', reason: expect.stringContaining('too much') }],
    ['TaskCompleted', { type: 'agent', prompt: 'x' }, { stance: 'deny', reason: expect.stringContaining('too much') }],
    ['TeammateIdle', condition, { stop: { reason: 'too much' } }],
    ['TeammateIdle', goesOn, { stance: 'deny' }],
    ['PreSkillShellCommand', condition, { stance: 'deny' }],
  ])('on %s', async (kind, handler, verdict) => {
    const { steps, scope } = await judged(kind, handler, words, { mode: () => 'default' })
    expect(await steps.beforeChange?.({ kind, input: { tool_name: 'Bash' } }, scope)).toMatchObject(verdict)
  })

  it('means nothing on a permission request', async () => {
    const { steps, scope } = await judged('PermissionRequest', condition, words)
    expect(await steps.beforeAsk?.({ call: testCall('ls'), reason: '' }, scope)).not.toHaveProperty('stance')
  })
})

it('has a place on the events that can run it', () => {
  const events = Object.entries(eventTable).filter(([, row]) => (row.types as readonly string[]).includes('agent'))
  expect(events.map(([event]) => event)).toContain('SubagentStop')
})

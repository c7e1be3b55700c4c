import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { plainText, type PermissionMode } from '@raider/contracts'
import { createCallScope } from '@raider/testing'
import { builtinTools } from '../builtin.js'
import { createBench, toolNamed } from '../bench.fixture.js'

describe('AskUserQuestion', () => {
  const questions = [
    { question: 'Which?', header: 'H', multiSelect: false, options: [{ label: 'A', description: 'a' }] },
  ]

  it('tells the answers that came with the permission', async () => {
    const ask = toolNamed(builtinTools({ homeDir: '/home/me' }), 'AskUserQuestion')
    const input = { questions, answers: { 'Which?': 'A' } }
    const structured = await ask.run(input, createCallScope())
    expect(structured).toEqual(input)
    expect(plainText(ask.render?.(structured, input) ?? [])).toContain('"Which?": A')
  })

  it('takes no answers from the model', async () => {
    await using bench = await createBench()
    const trial = await bench.call('AskUserQuestion', { questions, answers: { 'Which?': 'A' } })
    expect(trial.structured).toEqual({ questions, answers: {} })
  })

  it('says so where nothing was answered', async () => {
    await using bench = await createBench()
    expect((await bench.call('AskUserQuestion', { questions })).text).toContain('none of the questions')
  })
})

describe('plan mode', () => {
  const createPlanner = async (start: PermissionMode) => {
    let mode = start
    const setMode = (next: PermissionMode) => {
      mode = next
    }
    const bench = await createBench({}, { setMode, scope: { mode: () => mode } })
    return { bench, mode: () => mode, setMode, [Symbol.asyncDispose]: () => bench.project.dispose() }
  }

  it('is entered, and left for the mode from before once the plan is approved', async () => {
    await using planner = await createPlanner('acceptEdits')
    await planner.bench.call('EnterPlanMode', {})
    expect(planner.mode()).toBe('plan')
    const { structured, text } = await planner.bench.call('ExitPlanMode', { plan: 'do it' })
    expect(planner.mode()).toBe('acceptEdits')
    expect(text).toContain('do it')
    const { filePath } = structured as { filePath: string }
    expect(await readFile(filePath, 'utf8')).toBe('do it')
  })

  it('is left for the default mode where the session began in it', async () => {
    await using planner = await createPlanner('plan')
    await planner.bench.call('ExitPlanMode', { plan: 'do it' })
    expect(planner.mode()).toBe('default')
  })

  it('leaves a mode alone that was chosen with the approval', async () => {
    await using planner = await createPlanner('plan')
    const input = { plan: 'do it' }
    const tool = toolNamed(builtinTools({ homeDir: '/home/me', setMode: planner.setMode }), 'ExitPlanMode')
    expect(await tool.check?.(input, planner.bench.scope)).toBeUndefined()
    planner.setMode('acceptEdits')
    expect((await planner.bench.call('ExitPlanMode', input)).status).toBe('ok')
    expect(planner.mode()).toBe('acceptEdits')
  })

  it('can be left without a plan, but not where it was never entered', async () => {
    await using planner = await createPlanner('plan')
    expect((await planner.bench.call('ExitPlanMode', {})).structured).toEqual({ plan: null, isAgent: false })
    await using other = await createPlanner('default')
    expect((await other.bench.call('ExitPlanMode', { plan: 'x' })).text).toContain('not plan mode')
  })
})

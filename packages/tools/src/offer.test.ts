import { describe, expect, it } from 'vitest'
import { profiles } from '@raider/contracts'
import { builtinTools } from './builtin.js'
import { offeredTools, type OfferFacts } from './offer.js'

const offered = (facts: Partial<OfferFacts> = {}): readonly string[] =>
  offeredTools(builtinTools({ homeDir: '/home/me' }), {
    allowed: [],
    profile: profiles.raider,
    env: {},
    model: 'claude-opus-5-5',
    asks: false,
    isOffered: () => true,
    ...facts,
  }).map(({ name }) => name)

describe('offeredTools', () => {
  it('leaves out questions and plans where nobody can answer', () => {
    expect(offered()).not.toContain('AskUserQuestion')
    expect(offered({ asks: true })).toEqual(
      expect.arrayContaining(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']),
    )
    expect(offered({ named: ['ExitPlanMode'] })).toEqual([])
  })

  it.each(['claude-opus-4-7', 'claude-opus-4-20250514', 'claude-haiku-4-5-20251001', 'claude-3-5-sonnet-latest'])(
    'offers the task tools to %s by itself',
    (model) => {
      expect(offered({ model })).toEqual(expect.arrayContaining(['TaskCreate', 'TaskGet', 'TaskUpdate', 'TaskList']))
    },
  )

  it('offers them to later models only where somebody asks for them', () => {
    expect(offered({ model: 'claude-opus-4-8' })).not.toContain('TaskCreate')
    expect(offered({ env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' } })).toContain('TaskCreate')
    expect(offered({ allowed: ['TaskCreate'] })).toContain('TaskCreate')
    expect(offered({ named: ['TaskCreate', 'TodoWrite'] })).toEqual(['TaskCreate'])
  })

  it('offers TodoWrite in their place where the user switched them off', () => {
    const env = { CLAUDE_CODE_ENABLE_TASKS: '0' }
    expect(offered({ env, named: ['TaskCreate', 'TodoWrite'] })).toEqual(['TodoWrite'])
    expect(offered({ env, model: 'claude-haiku-4-5' })).toContain('TodoWrite')
  })

  it('offers Glob and Grep beside Bash, but in profile claude only without it or by name', () => {
    const { claude: profile } = profiles
    expect(offered()).toContain('Grep')
    expect(offered({ profile })).not.toContain('Grep')
    expect(offered({ profile, isOffered: (tool) => tool !== 'Bash' })).toContain('Grep')
    expect(offered({ profile, named: ['Bash', 'Glob'] })).toEqual(['Bash', 'Glob'])
  })
})

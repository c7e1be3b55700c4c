import { plainText, profiles, type AskAnswer, type PermitQuery, type Stance, type Verdict } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { admit } from './admission.js'
import { createDoor, decision, echo, plugin, request, type DoorOptions } from './door.fixture.js'

const source = { kind: 'hook' as const, name: 'guard.sh' }
const votes = (verdict: Partial<Verdict>) => plugin('voter', { beforeTool: () => ({ source, ...verdict }) })
const answers = (verdict: Partial<Verdict>) => plugin('answerer', { beforeAsk: () => ({ source, ...verdict }) })

const enter = async (options: DoorOptions, input: unknown = { word: 'a' }) => {
  const { door, scope } = await createDoor(options)
  return admit(request('a', input), door, scope)
}

const statusOf = async (options: DoorOptions) => (await enter(options)).outcome?.status ?? 'ready'

describe('admission of a call', () => {
  it('the strictest of several stances wins, whatever the order', async () => {
    const cast = (stance: Stance) => plugin(stance, { beforeTool: () => ({ source, stance, reason: stance }) })
    const plugins = [cast('allow'), cast('deny'), cast('ask')]
    for (const order of [plugins, plugins.toReversed()]) {
      const { outcome, decision: made } = await enter({ plugins: order })
      expect(outcome?.status).toBe('refused')
      expect(made.votes.map((vote) => vote.stance ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
        'allow',
        'ask',
        'deny',
      ])
    }
  })

  it('keeps the reasons of all who deny', async () => {
    const deny = (name: string) => plugin(name, { beforeTool: () => ({ source, stance: 'deny', reason: name }) })
    const { outcome } = await enter({ plugins: [deny('one'), deny('two')] })
    expect(plainText(outcome?.result.content ?? [])).toBe('one\ntwo')
  })

  it('a voter that throws refuses the call', async () => {
    const broken = plugin('broken', {
      beforeTool: () => {
        throw new Error('oops')
      },
    })
    const { outcome } = await enter({ plugins: [broken] })
    expect(outcome?.status).toBe('refused')
    expect(plainText(outcome?.result.content ?? [])).toContain('plugin "broken" failed in beforeTool: oops')
  })

  it('a hook that allows lifts neither a deny rule nor an ask rule, but what the mode would ask', async () => {
    const plugins = [votes({ stance: 'allow' })]
    expect(await statusOf({ plugins, permit: () => decision('deny', { firm: true }) })).toBe('refused')
    expect(await statusOf({ plugins, permit: () => decision('ask', { firm: true }) })).toBe('refused')
    expect(await statusOf({ plugins, permit: () => decision('ask', { reasonType: 'mode' }) })).toBe('ready')
  })

  it('a hook that asks puts an allowed call to the host', async () => {
    const asked: string[] = []
    const ask = (): Promise<AskAnswer> => {
      asked.push('a')
      return Promise.resolve({ behavior: 'allow' })
    }
    expect(await statusOf({ plugins: [votes({ stance: 'ask', reason: 'sure?' })], ask })).toBe('ready')
    expect(asked).toEqual(['a'])
    const { outcome } = await enter({ plugins: [votes({ stance: 'ask', reason: 'sure?' })] })
    expect(plainText(outcome?.result.content ?? [])).toBe('sure?')
  })

  it('nobody to ask means refused, for the reason that raised the question', async () => {
    const { outcome } = await enter({ permit: () => decision('ask', { reason: 'needs approval' }) })
    expect(outcome).toMatchObject({ status: 'refused', error: 'needs approval' })
  })

  it('asks hooks before the host, and the host only where they are silent', async () => {
    const ask = (): Promise<AskAnswer> => Promise.resolve({ behavior: 'deny', message: 'host says no' })
    const permit = () => decision('ask')
    expect(await statusOf({ permit, ask, plugins: [answers({ stance: 'allow' })] })).toBe('ready')
    expect(await statusOf({ permit, ask, plugins: [answers({})] })).toBe('refused')
  })

  it('profile claude takes the first answer of hooks and host and cancels the loser', async () => {
    let cancelled = false
    const ask = (_: unknown, signal: AbortSignal) =>
      new Promise<AskAnswer>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          cancelled = true
          reject(new Error('withdrawn'))
        }),
      )
    const options = { permit: () => decision('ask'), ask, profile: profiles.claude }
    expect(await statusOf({ ...options, plugins: [answers({ stance: 'allow' })] })).toBe('ready')
    expect(cancelled).toBe(true)
  })

  it('profile claude lets hooks end that lost to the host', async () => {
    let answered: (() => void) | undefined
    const host = new Promise<void>((resolve) => (answered = resolve))
    let ended: (went: boolean) => void = () => undefined
    const end = new Promise<boolean>((resolve) => (ended = resolve))
    const slow = plugin('slow', {
      beforeAsk: async (_, { signal }) => {
        await host
        ended(!signal.aborted)
        return { source }
      },
    })
    const ask = (): Promise<AskAnswer> => Promise.resolve({ behavior: 'allow' })
    const options = { permit: () => decision('ask'), ask, profile: profiles.claude, plugins: [slow] }
    expect(await statusOf(options)).toBe('ready')
    answered?.()
    expect(await end).toBe(true)
  })

  it('permission hooks answer where a rule asks beside a hook', async () => {
    const plugins = [votes({ stance: 'ask', reason: 'sure?' }), answers({ stance: 'allow' })]
    const options = { plugins, profile: profiles.claude }
    expect(await statusOf({ ...options, permit: () => decision('ask') })).toBe('ready')
    expect(await statusOf({ ...options, permit: () => decision('allow') })).toBe('refused')
  })

  it('a hook’s answer with another input does not answer for an ask rule on that', async () => {
    const permit = ({ input }: PermitQuery) => decision('ask', { reasonType: input.word === 'b' ? 'rule' : 'other' })
    const plugins = [answers({ stance: 'allow', revised: { word: 'b' } })]
    expect(await statusOf({ permit, plugins })).toBe('refused')
  })

  it('a path rule denies before hooks in profile claude, after them otherwise', async () => {
    let votesSeen = 0
    const voter = plugin('voter', {
      beforeTool: () => {
        votesSeen++
        return { source }
      },
    })
    const read = echo({ name: 'Read' })
    const options = { tools: [read], plugins: [voter], permit: () => decision('deny') }
    for (const profile of [profiles.claude, profiles.raider]) {
      const { door, scope } = await createDoor({ ...options, profile })
      expect((await admit(request('a', { word: 'a' }, 'Read'), door, scope)).outcome?.status).toBe('refused')
    }
    expect(votesSeen).toBe(1)
  })

  it('a replaced input goes through schema and rules again', async () => {
    const seen: PermitQuery[] = []
    const permit = (query: PermitQuery) => {
      seen.push(query)
      return decision('allow')
    }
    const { call } = await enter({ permit, plugins: [votes({ revised: { word: 'b' } })] })
    expect(call?.input).toEqual({ word: 'b', times: 1 })
    expect(call?.original).toEqual({ word: 'a', times: 1 })
    expect(seen.map((query) => query.input.word)).toEqual(['b', 'a'])
  })

  it('a replaced input that does not fit is refused, naming who replaced it', async () => {
    const { outcome } = await enter({ plugins: [votes({ revised: { wort: 'b' } })] })
    expect(outcome?.status).toBe('refused')
    expect(plainText(outcome?.result.content ?? [])).toContain('replaced by hook guard.sh')
  })

  it('a deny rule holds on both sides of a rewrite, in profile claude on the rewritten side only', async () => {
    const permit = (query: PermitQuery) => decision(query.input.word === 'a' ? 'deny' : 'allow', { firm: true })
    const plugins = [votes({ revised: { word: 'b' } })]
    expect(await statusOf({ permit, plugins })).toBe('refused')
    expect(await statusOf({ permit, plugins, profile: profiles.claude })).toBe('ready')
  })

  it('an answer with a replaced input cannot slip past a deny rule', async () => {
    const permit = (query: PermitQuery) => decision(query.input.word === 'b' ? 'deny' : 'ask')
    const ask = (): Promise<AskAnswer> => Promise.resolve({ behavior: 'allow', updatedInput: { word: 'b' } })
    expect(await statusOf({ permit, ask })).toBe('refused')
  })

  it('a host that fails refuses the call', async () => {
    const { outcome } = await enter({
      permit: () => decision('ask'),
      ask: () => Promise.reject(new Error('no terminal')),
    })
    expect(outcome?.error).toBe('Tool permission request failed: no terminal')
  })

  it("the tool's own check comes before any voter", async () => {
    let voted = false
    const voter = plugin('voter', {
      beforeTool: () => {
        voted = true
        return undefined
      },
    })
    const { outcome } = await enter({
      tools: [echo({ check: () => ({ message: 'read it first' }) })],
      plugins: [voter],
    })
    expect(plainText(outcome?.result.content ?? [])).toBe('<tool_use_error>read it first</tool_use_error>')
    expect(voted).toBe(false)
  })

  it('coerces number and boolean texts and fills in defaults', async () => {
    const { call } = await enter({}, { word: 'a', times: '3', loud: 'true' })
    expect(call?.input).toEqual({ word: 'a', times: 3, loud: true })
  })

  it.each(['1e3', '0x10', '.5', '5.', '1 2', ''])('takes %j for no number', async (times) => {
    expect((await enter({}, { word: 'a', times })).outcome?.status).toBe('invalid')
  })

  it('reads lists and objects that were written as text', async () => {
    const inputSchema = { type: 'object', properties: { list: { type: 'array' }, map: { type: 'object' } } }
    const tools = [echo({ inputSchema })]
    expect((await enter({ tools }, { list: '[1]', map: '{"a":1}' })).call?.input).toEqual({ list: [1], map: { a: 1 } })
    expect((await enter({ tools }, { list: '{}', map: '{' })).outcome?.status).toBe('invalid')
  })

  it('knows parameters by other names, and drops those that mean nothing', async () => {
    const tools = [echo({ otherNames: { text: 'word', note: undefined } })]
    expect((await enter({ tools }, { text: 'a', note: 'x' })).call?.input).toEqual({ word: 'a', times: 1 })
    expect((await enter({ tools }, { text: 'a', word: 'b' })).call?.input).toEqual({ word: 'b', times: 1 })
  })

  it('tidies what the model wrote before voters see it, but not what a voter put in its place', async () => {
    const tools = [echo({ tidy: ({ word }) => ({ word: String(word).trim() }) })]
    expect((await enter({ tools }, { word: ' a ' })).call).toMatchObject({
      original: { word: 'a' },
      input: { word: 'a' },
    })
    const plugins = [votes({ revised: { word: ' b ' } })]
    expect((await enter({ tools, plugins })).call?.input).toMatchObject({ word: ' b ' })
  })

  it('drops from a revised input what the tool does not know', async () => {
    const { call } = await enter({ plugins: [votes({ revised: { word: 'b', extra: 1 } })] })
    expect(call?.input).toEqual({ word: 'b', times: 1 })
  })

  it('an answer that changes the mode is not undone by the mode that it brings', async () => {
    let mode: 'open' | 'closed' = 'open'
    const { door, scope } = await createDoor({
      permit: () => decision(mode === 'open' ? 'ask' : 'deny'),
      ask: () => Promise.resolve({ behavior: 'allow', updatedPermissions: [] }),
    })
    const closing = { ...door, update: () => void (mode = 'closed') }
    expect((await admit(request('a'), closing, scope)).outcome).toBeUndefined()
    expect((await admit(request('b'), closing, scope)).outcome?.status).toBe('refused')
  })

  it('a wish to stop outlasts every refusal but that of rules where the reference program forgets it', async () => {
    const stop = { reason: 'enough', source }
    const stops = [votes({ stop })]
    const denies = [votes({ stop, stance: 'deny', reason: 'no' })]
    const stopOf = async (options: DoorOptions) => (await enter(options)).stop?.reason
    const permit = () => decision('deny')
    for (const profile of [profiles.raider, profiles.claude])
      expect(await stopOf({ plugins: denies, profile })).toBe('enough')
    expect(await stopOf({ plugins: stops, permit, profile: profiles.raider })).toBe('enough')
    expect(await stopOf({ plugins: stops, permit, profile: profiles.claude })).toBeUndefined()
    const unasked = { plugins: [votes({ stop, stance: 'ask' })], profile: profiles.claude }
    expect(await stopOf(unasked)).toBeUndefined()
    expect(await stopOf({ plugins: stops, profile: profiles.claude })).toBe('enough')
  })
})

import {
  text,
  type PermissionDecision,
  type Permit,
  type Plugin,
  type PluginSteps,
  type Profile,
  type Tool,
  profiles,
} from '@raider/contracts'
import { createCallScope, createStepScope, type Collected } from '@raider/testing'
import type { Door } from './admission.js'
import { createChain } from './chain.js'
import { Ledger } from './ledger.js'
import type { TurnScope } from './scope.js'

/** A tool named `Echo` that gives back its `word`; members may be replaced. */
export const echo = (overrides: Partial<Tool> = {}): Tool => ({
  name: 'Echo',
  description: 'Gives back a word.',
  origin: 'code',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string' }, times: { type: 'number', default: 1 }, loud: { type: 'boolean' } },
    required: ['word'],
    additionalProperties: false,
  },
  run: (input) => Promise.resolve(input.word),
  render: (structured) => [text(String(structured))],
  ...overrides,
})

/** A plugin of the given steps. */
export const plugin = (name: string, steps: PluginSteps, guard = false): Plugin => ({
  name,
  guard,
  create: () => steps,
})

/** A decision of rules or mode. */
export const decision = (
  behavior: 'allow' | 'ask' | 'deny',
  more: Partial<PermissionDecision> = {},
): PermissionDecision => ({
  behavior,
  reason: `${behavior} by rule`,
  reasonType: 'rule',
  source: { kind: 'rule', name: 'Echo' },
  considered: [],
  suggestions: [],
  ...more,
})

export interface DoorOptions {
  readonly tools?: readonly Tool[]
  readonly plugins?: readonly Plugin[]
  readonly permit?: Permit
  readonly ask?: Door['ask']
  readonly auto?: Door['auto']
  readonly profile?: Profile
  readonly signal?: AbortSignal
}

/** A door with everything allowed, and the scope of a turn before it. */
export async function createDoor(options: DoorOptions = {}): Promise<{
  door: Door
  scope: TurnScope
  ledger: Ledger
  events: Collected['events']
}> {
  const { tools = [echo()], plugins = [], permit = () => decision('allow'), profile = profiles.raider } = options
  const signal = options.signal ?? new AbortController().signal
  const step = createStepScope({ profile, signal })
  const chain = await createChain(plugins, step)
  const ledger = new Ledger()
  const scope: TurnScope = {
    step,
    withSignal: (fresh) => ({ ...step, signal: fresh }),
    forCall: (callId, own) => ({ ...createCallScope({ profile }), callId, signal: own, emit: step.emit }),
    halted: () => undefined,
  }
  const door: Door = {
    find: (name) => tools.find((tool) => tool.name === name),
    chain,
    permit,
    update: () => undefined,
    ledger,
    ...(options.ask !== undefined && { ask: options.ask }),
    ...(options.auto !== undefined && { auto: options.auto }),
  }
  return { door, scope, ledger, events: step.events }
}

/** A call as the model asks for it. */
export const request = (id: string, input: unknown = { word: id }, name = 'Echo') => ({ id, name, input })

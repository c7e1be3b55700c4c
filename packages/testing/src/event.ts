import type { EventBody, RaiderEvent } from '@raider/contracts'

/** An event as listeners get it: of `session-1`, its main thread, at the beginning of 2026; `address` may say otherwise. */
export const createEvent = (
  body: EventBody,
  address: Partial<Omit<RaiderEvent, keyof EventBody>> = {},
): RaiderEvent => ({
  session: 'session-1',
  agent: 'main',
  time: '2026-01-01T00:00:00.000Z',
  ...address,
  ...body,
})

type SessionOpen = Extract<EventBody, { readonly type: 'session-open' }>

/** A new session in `/p` that has Bash. */
export const createSessionOpen = (over: Partial<SessionOpen> = {}): SessionOpen => ({
  type: 'session-open',
  cwd: '/p',
  source: 'startup',
  model: 'm',
  mode: 'default',
  profile: 'raider',
  tools: ['Bash'],
  ...over,
})

import { profiles } from '@raider/contracts'
import { expect, it } from 'vitest'
import { playing } from '../session.fixture.js'
import { roomOf } from './room.js'

const room = (contextWindow: number | undefined, parts: object = {}) => {
  const engine = { ...playing(), contextWindow: () => contextWindow }
  return roomOf({ engine, facts: { profile: profiles.claude }, ...parts } as never)
}

it.each([
  [1_000_000, {}, { compactAt: 967_000, full: 977_000 }],
  [100_000, {}, { compactAt: 80_000, full: 77_000 }],
  [undefined, {}, { compactAt: undefined, full: undefined }],
  [1_000_000, { compactAt: 5 }, { compactAt: 5, full: 977_000 }],
  [1_000_000, { compactAt: false }, { compactAt: undefined, full: 977_000 }],
  [1_000_000, { compactAt: (window: number) => window / 2 }, { compactAt: 500_000, full: 977_000 }],
  [1_000_000, { facts: { profile: profiles.raider } }, { compactAt: 967_000, full: undefined }],
])('a context of %s tokens has room by model, host and profile: %o', (window, parts, expected) => {
  expect(room(window, parts)).toEqual(expected)
})

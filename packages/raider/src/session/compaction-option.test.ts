import { expect, it } from 'vitest'
import { compactionOf } from './compaction-option.js'

const pointFor = (env: Readonly<Record<string, string>>, merged = {}, options = {}) => {
  const { compactAt } = compactionOf(options, { layers: [], merged, notices: [] }, env)
  return typeof compactAt === 'function' ? compactAt(1_000_000) : compactAt
}

it.each([
  [{}, 967_000],
  [{ CLAUDE_CODE_AUTO_COMPACT_WINDOW: '400000' }, 367_000],
  [{ CLAUDE_CODE_AUTO_COMPACT_WINDOW: '4000000' }, 967_000],
  [{ CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '40' }, 392_000],
  [{ CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '100' }, 967_000],
  [{ CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: 'half' }, 967_000],
  [{ DISABLE_AUTO_COMPACT: '1' }, false],
])('a conversation with a model of a million tokens and %j is compacted at %s', (env, point) => {
  expect(pointFor(env)).toBe(point)
})

it('goes by the host first, then by the settings', () => {
  expect(pointFor({ DISABLE_COMPACT: 'true' }, {}, { compactAt: 5 })).toBe(5)
  expect(pointFor({}, { autoCompactEnabled: false })).toBe(false)
})

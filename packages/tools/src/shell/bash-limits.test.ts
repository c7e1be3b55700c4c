import { describe, expect, it } from 'vitest'
import { bashLimits } from './bash-limits.js'

describe('bashLimits', () => {
  it('takes what the model asks for, up to ten minutes', () => {
    expect(bashLimits({}, undefined)).toEqual({ timeoutMs: 120_000, lifetimeMs: 600_000, maxChars: 30_000 })
    expect(bashLimits({}, 5000).timeoutMs).toBe(5000)
    expect(bashLimits({}, 9_900_000).timeoutMs).toBe(600_000)
    expect(bashLimits({}, -5).timeoutMs).toBe(120_000)
  })

  it('lets a command in the background live for ten minutes, or up to two hours', () => {
    expect(bashLimits({}, 3_000_000).lifetimeMs).toBe(3_000_000)
    expect(bashLimits({}, 99_000_000).lifetimeMs).toBe(7_200_000)
  })

  it('takes the user’s bounds from the environment; the ceiling is the larger of the two', () => {
    const env = { BASH_DEFAULT_TIMEOUT_MS: '900000', BASH_MAX_TIMEOUT_MS: '800000', BASH_MAX_OUTPUT_LENGTH: '999999' }
    expect(bashLimits(env, undefined)).toMatchObject({ timeoutMs: 900_000, maxChars: 150_000 })
    expect(bashLimits(env, 950_000).timeoutMs).toBe(900_000)
  })

  it('passes over values that are no numbers', () => {
    expect(bashLimits({ BASH_DEFAULT_TIMEOUT_MS: 'soon', BASH_MAX_OUTPUT_LENGTH: '' }, undefined)).toEqual(
      bashLimits({}, undefined),
    )
  })
})

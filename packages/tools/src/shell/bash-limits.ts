/** Bounds of one Bash call; the user sets them in the environment. */
export interface BashLimits {
  readonly timeoutMs: number
  /** Milliseconds that it may live in the background. */
  readonly lifetimeMs: number
  /** Characters of output the model gets. */
  readonly maxChars: number
}

/** How long a command lives in the background where the model says nothing else (Claude Code 2.1.332, seen). */
const usualLifetimeMs = 600_000
const longestLifetimeMs = 7_200_000

/**
 * Default 2 minutes, at most 10; in the background 10 minutes, at most 2 hours; 30,000 characters, at most 150,000. `timeout` is
 * what the model asked for, in ms.
 */
export const bashLimits = (env: Readonly<Record<string, string>>, timeout: number | undefined): BashLimits => {
  const usual = positive(env['BASH_DEFAULT_TIMEOUT_MS']) ?? 120_000
  const longest = Math.max(usual, positive(env['BASH_MAX_TIMEOUT_MS']) ?? 600_000)
  const maxChars = Math.min(positive(env['BASH_MAX_OUTPUT_LENGTH']) ?? 30_000, 150_000)
  return {
    timeoutMs: Math.min(positive(timeout) ?? usual, longest),
    lifetimeMs: Math.min(positive(timeout) ?? usualLifetimeMs, longestLifetimeMs),
    maxChars,
  }
}

const positive = (value: string | number | undefined): number | undefined => {
  const number = Number(value)
  return number > 0 ? number : undefined
}

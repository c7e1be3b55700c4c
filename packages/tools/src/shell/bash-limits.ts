/** Bounds of one Bash call; the user sets them in the environment. */
export interface BashLimits {
  readonly timeoutMs: number
  /** Characters of output the model gets. */
  readonly maxChars: number
}

/** Default 2 minutes, at most 10; 30,000 characters, at most 150,000. `timeout` is what the model asked for, in ms. */
export const bashLimits = (env: Readonly<Record<string, string>>, timeout: number | undefined): BashLimits => {
  const usual = positive(env['BASH_DEFAULT_TIMEOUT_MS']) ?? 120_000
  const longest = Math.max(usual, positive(env['BASH_MAX_TIMEOUT_MS']) ?? 600_000)
  const maxChars = Math.min(positive(env['BASH_MAX_OUTPUT_LENGTH']) ?? 30_000, 150_000)
  return { timeoutMs: Math.min(positive(timeout) ?? usual, longest), maxChars }
}

const positive = (value: string | number | undefined): number | undefined => {
  const number = Number(value)
  return number > 0 ? number : undefined
}

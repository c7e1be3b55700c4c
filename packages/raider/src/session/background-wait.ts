/** How long a run that is over waits for its background tasks: CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS, in milliseconds. */
export function backgroundWait({ CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS: ms }: Readonly<Record<string, string>>): {
  readonly backgroundWaitMs?: number
} {
  return ms !== undefined && /^\d+$/.test(ms) ? { backgroundWaitMs: Number(ms) } : {}
}

/** How long servers may take and how much they may say; all read from the environment of the session. */
export interface McpLimits {
  /** Milliseconds until the handshake with a server is given up: `MCP_TIMEOUT`, default 30 s. */
  readonly connectMs: number
  /** Milliseconds that the first request waits for servers: `MCP_CONNECT_TIMEOUT_MS`, default 5 s; 0 with `MCP_CONNECTION_NONBLOCKING=1`. */
  readonly waitMs: number
  /** Milliseconds that a call may take: `MCP_TOOL_TIMEOUT`, default about 28 hours. */
  readonly callMs: number
  /** Milliseconds that a call may be silent: `CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT`, default 30 min for children and 5 min for others. */
  readonly idleMs: number | undefined
  /** Characters of a result that reach the model: `MAX_MCP_OUTPUT_TOKENS` × 4; default 50,000, as for built-in tools. */
  readonly outputChars: number
}

/** Timers of Node end at once above this. */
const longestTimer = 2 ** 31 - 1

/** Reads the limits; what is no number counts as absent. */
export const readLimits = (env: Readonly<Record<string, string>>): McpLimits => {
  const number = (name: string): number | undefined => {
    const value = env[name]
    return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value), longestTimer) : undefined
  }
  const tokens = number('MAX_MCP_OUTPUT_TOKENS')
  const unblocked = /^(1|true)$/.test(env.MCP_CONNECTION_NONBLOCKING ?? '')
  return {
    connectMs: number('MCP_TIMEOUT') ?? 30_000,
    waitMs: unblocked ? 0 : (number('MCP_CONNECT_TIMEOUT_MS') ?? 5000),
    callMs: number('MCP_TOOL_TIMEOUT') ?? 100_000_000,
    idleMs: number('CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT'),
    outputChars: tokens === undefined ? 50_000 : tokens * 4,
  }
}

/** Milliseconds of silence that end a call, by kind of server. */
export const defaultIdleMs = (type: 'stdio' | 'http' | 'sse' | 'sdk'): number =>
  type === 'http' || type === 'sse' ? 300_000 : 1_800_000

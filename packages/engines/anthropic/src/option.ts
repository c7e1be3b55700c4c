import { RaiderError } from '@raider/contracts'
import { defaultModel } from './model.js'

/** Runs a shell command and resolves with its standard output; rejects where it fails. */
export type RunHelper = (command: string, signal: AbortSignal) => Promise<string>

/** How `anthropic()` reaches the Messages API. Options win over `env`. */
export interface AnthropicOptions {
  /** Sent as `x-api-key`. Env: ANTHROPIC_API_KEY. */
  readonly apiKey?: string
  /** Sent as bearer token. Env: ANTHROPIC_AUTH_TOKEN. */
  readonly authToken?: string
  /** Without the `/v1`; default `https://api.anthropic.com`. Env: ANTHROPIC_BASE_URL. */
  readonly baseUrl?: string
  /**
   * Shell command that prints a key (the setting `apiKeyHelper`), asked where neither key nor token is given. The key
   * is sent both ways, kept for five minutes (env: CLAUDE_CODE_API_KEY_HELPER_TTL_MS) and asked for anew after a 401.
   */
  readonly apiKeyHelper?: string
  /** Runs `apiKeyHelper`; required beside it. */
  readonly runHelper?: RunHelper
  /** More headers for each request. Env: ANTHROPIC_CUSTOM_HEADERS, one `Name: value` a line. */
  readonly headers?: Readonly<Record<string, string>>
  /** Model id or alias where a request names none; default `defaultModel`. Env: ANTHROPIC_MODEL. */
  readonly model?: string
  /** The environment to read; empty where absent, `process.env` is never looked at. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Replaces the built-in connection, for proxies and tests. */
  readonly fetch?: typeof fetch
  /** Most retries of one request; default 10. Env: CLAUDE_CODE_MAX_RETRIES. */
  readonly maxRetries?: number
  /**
   * Sends a request that was refused as invalid, or for its model, again without a word, as often as Claude Code 2.1.332 was seen to:
   * for providers that refuse what they take the next time. With a refused key it waits and tries again as with a busy provider, unless
   * the provider says that this is of no use. Default false.
   */
  readonly resendsRefused?: boolean
  /** Longest silence of the provider in milliseconds; default 600,000. Env: API_TIMEOUT_MS. */
  readonly timeoutMs?: number
  /** Most tokens of a reply where a request names none; default by model. Env: CLAUDE_CODE_MAX_OUTPUT_TOKENS. */
  readonly maxOutputTokens?: number
  /** Sets cache breakpoints; default true. */
  readonly cache?: boolean
}

/** `AnthropicOptions` with the environment read and the defaults filled in. */
export interface AnthropicSetup {
  readonly apiKey: string | undefined
  readonly authToken: string | undefined
  readonly apiKeyHelper: string | undefined
  readonly runHelper: RunHelper | undefined
  readonly helperTtlMs: number
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof fetch | undefined
  readonly maxRetries: number
  readonly resendsRefused: boolean
  readonly timeoutMs: number
  readonly maxOutputTokens: number | undefined
  readonly cache: boolean
}

/**
 * Reads options and environment. Throws `RaiderError` (`bad-option`) for a number or an address that is none, and for a
 * helper that nobody can run.
 */
export const readSetup = (options: AnthropicOptions): AnthropicSetup => {
  const env = options.env ?? {}
  if (filled(options.apiKeyHelper) !== undefined && options.runHelper === undefined) {
    throw new RaiderError(
      'bad-option',
      'apiKeyHelper was given without runHelper. Pass the function that runs the command.',
    )
  }
  const whole = (option: number | undefined, variable: string): number | undefined =>
    option ?? wholeNumber(env[variable], variable)
  return {
    apiKey: options.apiKey ?? filled(env['ANTHROPIC_API_KEY']),
    authToken: options.authToken ?? filled(env['ANTHROPIC_AUTH_TOKEN']),
    apiKeyHelper: filled(options.apiKeyHelper),
    runHelper: options.runHelper,
    helperTtlMs: whole(undefined, 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS') ?? 5 * 60_000,
    baseUrl: address(options.baseUrl ?? filled(env['ANTHROPIC_BASE_URL']) ?? 'https://api.anthropic.com'),
    headers: { ...headerLines(env['ANTHROPIC_CUSTOM_HEADERS']), ...options.headers },
    model: options.model ?? filled(env['ANTHROPIC_MODEL']) ?? defaultModel,
    env,
    fetch: options.fetch,
    maxRetries: whole(options.maxRetries, 'CLAUDE_CODE_MAX_RETRIES') ?? 10,
    resendsRefused: options.resendsRefused ?? false,
    timeoutMs: whole(options.timeoutMs, 'API_TIMEOUT_MS') ?? 600_000,
    maxOutputTokens: whole(options.maxOutputTokens, 'CLAUDE_CODE_MAX_OUTPUT_TOKENS'),
    cache: options.cache ?? true,
  }
}

const filled = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

const wholeNumber = (value: string | undefined, variable: string): number | undefined => {
  const text = filled(value)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new RaiderError('bad-option', `${variable} is '${text}'. Set it to a whole number or unset it.`, {
    data: { variable },
  })
}

const address = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new RaiderError('bad-option', `The base URL '${text}' is no http(s) address. Check ANTHROPIC_BASE_URL.`)
}

const headerLines = (text: string | undefined): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const line of (text ?? '').split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return headers
}

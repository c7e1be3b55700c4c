import { messageOf } from '@raider/contracts'
import type { AnthropicSetup } from './option.js'

/** Headers that prove who asks, or why there are none. */
type Proof = { readonly headers: Readonly<Record<string, string>> } | { readonly missing: string }

/** The key or token of an engine. */
interface Credentials {
  /** Why no request can be made, without running anything; undefined where one can. */
  problem(): string | undefined
  /** The headers of one request; asks the helper where that is needed. */
  prove(signal: AbortSignal): Promise<Proof>
  /** Forgets a key that was refused. False where asking again would give the same one. */
  renew(): boolean
}

const noKey =
  'No key for the Anthropic API was found. Set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN), or name a command that' +
  ' prints one as `apiKeyHelper` in the settings.'

/** Key and token win over the helper, as in Claude Code; a key and a token are both sent. */
export const createCredentials = (setup: AnthropicSetup): Credentials => {
  const { apiKey, authToken, apiKeyHelper, runHelper } = setup
  if (apiKey !== undefined || authToken !== undefined) {
    const headers = {
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      ...(authToken === undefined ? {} : { authorization: `Bearer ${authToken}` }),
    }
    return { problem: () => undefined, prove: async () => ({ headers }), renew: () => false }
  }
  if (apiKeyHelper === undefined || runHelper === undefined) {
    return { problem: () => noKey, prove: async () => ({ missing: noKey }), renew: () => false }
  }
  return helperCredentials((signal) => runHelper(apiKeyHelper, signal), setup.helperTtlMs)
}

const helperCredentials = (ask: (signal: AbortSignal) => Promise<string>, ttlMs: number): Credentials => {
  let known: { readonly key: string; readonly until: number } | undefined
  let refused: string | undefined
  return {
    problem: () => undefined,
    async prove(signal) {
      try {
        if (known === undefined || performance.now() >= known.until) {
          const key = (await ask(signal)).trim()
          known = { key, until: performance.now() + ttlMs }
        }
      } catch (error) {
        return { missing: `apiKeyHelper failed: ${messageOf(error)}. Run the command by hand to see why.` }
      }
      if (known.key === '') return { missing: 'apiKeyHelper printed nothing. It must print a key to standard output.' }
      return { headers: { 'x-api-key': known.key, authorization: `Bearer ${known.key}` } }
    },
    renew() {
      // A helper that gives the refused key again is asked no third time.
      const worthwhile = known !== undefined && known.key !== refused
      refused = known?.key
      known = undefined
      return worthwhile
    },
  }
}

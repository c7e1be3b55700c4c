import type { Change, StepScope } from '@raider/contracts'
import type { Conversation } from './conversation.js'

/** Milliseconds after which a provider has forgotten a cached prefix. */
const cacheMs = 300_000

/** Another model for the runs to come. */
interface ModelSwitch {
  readonly from: string
  readonly to: string
  /** As it was asked for; undefined: the engine's own. */
  readonly requested: string | undefined
}

/**
 * Puts another model in force. Voters may refuse it first, a wish to ask counting as a refusal where nobody can be asked, and have a word for the new
 * model afterwards (Claude Code 2.1.332, seen). Resolves with why it was refused; undefined where it was not.
 */
export async function switchModel(
  conversation: Conversation,
  requested: string | undefined,
  scope: StepScope,
): Promise<string | undefined> {
  const { parts, chain, access } = conversation
  const { engine } = parts
  const models = { from: conversation.model ?? engine.model, to: requested ?? engine.model, requested }
  const change = { ...models, from: engine.resolve(models.from), to: engine.resolve(models.to) }
  const isHeard = change.from !== change.to && chain.has('beforeChange')
  if (isHeard) {
    const { stance, reason } = await chain.vote('beforeChange', told('PreModelSwitch', change, conversation), scope)
    if (stance === 'deny' || stance === 'ask') return reason ?? 'a hook wants this change to be confirmed'
  }
  const event = told('PostModelSwitch', change, conversation)
  conversation.model = requested
  await access.emit({ type: 'model-change', model: change.to })
  if (isHeard) conversation.announce((await chain.vote('beforeChange', event, scope)).notes)
  return undefined
}

const told = (
  kind: 'PreModelSwitch' | 'PostModelSwitch',
  { from, to, requested }: ModelSwitch,
  { gauge, parts: { engine } }: Conversation,
): Change => {
  const { tokens = 0, readAt = 0 } = gauge
  const price = engine.price(to)
  return {
    kind,
    input: {
      from_model: from,
      to_model: to,
      requested_model: requested ?? null,
      source: 'sdk',
      context_tokens: tokens,
      prompt_cache_warm: Date.now() - readAt < cacheMs,
      cache_ttl: '5m',
      // To a hundredth of a cent (seen).
      estimated_cache_write_usd: Math.round((tokens * (price?.cacheWrite ?? 0)) / 100) / 1e4,
      pricing: price === undefined ? 'default' : 'catalog',
    },
  }
}

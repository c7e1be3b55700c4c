import { plainText, type UserBlock } from '@raider/contracts'
import type { Conversation } from '../conversation.js'

/** What a command that needs no model answers; `argument` is what stands behind its name. */
type LocalCommand = (conversation: Conversation, argument: string) => string | Promise<string>

const cost: LocalCommand = ({ gauge: { total } }) => {
  const { costUsd, usage } = total
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const price = costUsd === undefined ? 'unknown, since the price of its model is' : `$${costUsd.toFixed(4)}`
  return `Cost of this session: ${price}
Tokens: ${inputTokens} in, ${outputTokens} out, ${cacheReadTokens} read from the cache, ${cacheWriteTokens} written to it`
}

const context: LocalCommand = ({ gauge: { tokens }, parts: { engine, model = engine.model } }) => {
  const window = engine.contextWindow?.(engine.resolve(model)) ?? 'an unknown number of'
  return `Context: ${tokens ?? 0} of ${window} tokens`
}

const rename: LocalCommand = async (conversation, title) => {
  if (title === '') return 'Give a title: /rename TITLE'
  await conversation.setTitle(title)
  return `The session is now called ${title}.`
}

/** Commands that are carried out without the model. */
const carriedOut: Readonly<Record<string, LocalCommand>> = { cost, usage: cost, context, rename }

/**
 * Commands of Claude Code that belong to its screen or its account, or do what flags and settings do here: all those that 2.1.332 was
 * seen to keep from the model in a headless run.
 */
const elsewhere: ReadonlySet<string> = new Set(
  `add-dir agents allowed-tools android app autocompact bashes branch btw bug checkpoint chrome color config continue
  copy desktop diff effort exit export extra-usage fast feedback focus fork goal heapdump help hooks ide
  install-github-app ios keybindings list-agents login logout mcp memory mobile model output-style passes permissions
  plan plugin plugins privacy-settings quit rate-limit-options recap release-notes reload-plugins reload-skills
  remote-env resume rewind sandbox settings share skills stats status statusline tasks terminal-setup theme upgrade
  vim`.split(/\s+/),
)

/**
 * The answer to a prompt such as `/cost` that needs no model; undefined for any other. A command that the user or the project has
 * under the name goes before (2.1.332, seen). Nobody votes on it, since the model is asked nothing.
 */
export async function localAnswer(
  content: readonly UserBlock[],
  conversation: Conversation,
): Promise<string | undefined> {
  const [, name = '', argument = ''] = /^\/([a-z-]+)(?:\s+([\s\S]*))?$/.exec(plainText(content)) ?? []
  const command = Object.hasOwn(carriedOut, name) ? carriedOut[name] : undefined
  if (command !== undefined) return command(conversation, argument.trim())
  return elsewhere.has(name) ? `/${name} is not available here.` : undefined
}

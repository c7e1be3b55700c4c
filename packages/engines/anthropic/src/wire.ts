import {
  isObject,
  type AssistantBlock,
  type Message,
  type ToolOffer,
  type UserBlock,
  type WebSearchOffer,
} from '@raider/contracts'

/**
 * A message in the provider's form, as JSON that ends in `}]}`. Empty where nothing of it may be sent: the provider
 * takes neither blank text nor messages without blocks.
 */
export const messageJson = (message: Message): string => {
  const content = message.content.flatMap((block: UserBlock | AssistantBlock) => wireBlock(block) ?? [])
  return content.length === 0 ? '' : jsonOf({ role: message.role, content })
}

/** Tools in the provider's form, as the JSON of a list. */
export const toolsJson = (offers: readonly ToolOffer[]): string =>
  jsonOf(offers.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })))

/** The JSON of a list of tools, with the one by which the provider searches the web itself. */
export const withSearch = (tools: string, offer: WebSearchOffer | undefined): string => {
  if (offer === undefined) return tools
  const { maxUses, allowed, blocked } = offer
  const tool = jsonOf({
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: maxUses,
    ...(allowed.length > 0 && { allowed_domains: allowed }),
    ...(blocked.length > 0 && { blocked_domains: blocked }),
  })
  return tools === '[]' ? `[${tool}]` : `${tools.slice(0, -1)},${tool}]`
}

/** The system prompt as the JSON of a list of text blocks; blank items are left out. */
export const systemJson = (system: readonly string[]): string =>
  jsonOf(system.filter((text) => !isBlank(text)).map((text) => ({ type: 'text', text })))

const isBlank = (text: string): boolean => text.trim() === ''

const wireBlock = (block: UserBlock | AssistantBlock): object | undefined => {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? undefined : block
    case 'thinking':
      // Only what the provider signed may return to it.
      return block.signature === '' ? undefined : block
    case 'tool_use':
      return isObject(block.input) ? block : { ...block, input: { undecodable: block.input } }
    case 'tool_result':
      return { ...block, content: block.content.filter((part) => part.type !== 'text' || !isBlank(part.text)) }
    case 'opaque':
      return block.block
    case 'image':
    case 'document':
    case 'redacted_thinking':
      return block
  }
}

/**
 * JSON without lone surrogates, which the provider refuses; cut output of tools has them. They are the only `\ud…` that
 * JSON.stringify writes.
 */
const jsonOf = (value: unknown): string => {
  const json = JSON.stringify(value)
  if (!json.includes('\\ud')) return json
  return json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escape) => (escape.length > 2 ? '\\ufffd' : escape))
}

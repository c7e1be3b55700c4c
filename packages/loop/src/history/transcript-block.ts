import {
  isContent,
  isObject,
  text,
  type AssistantBlock,
  type Content,
  type JsonObject,
  type TextBlock,
  type UserBlock,
} from '@raider/contracts'

const isText = (block: JsonObject): boolean => block.type === 'text' && typeof block.text === 'string'

/** Text, picture or document; anything else as a word in its place, since Raider does not send it. */
const contentBlock = (block: JsonObject): Content => {
  if (isText(block)) return text(String(block.text))
  return isContent(block) ? block : text(`[${String(block.type)}]`)
}

const blocksOf = (content: unknown): readonly JsonObject[] => {
  if (typeof content === 'string') return [text(content) as unknown as JsonObject]
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** What a user line says. */
export const userBlocks = (content: unknown): readonly UserBlock[] =>
  blocksOf(content).map((block): UserBlock => {
    const { tool_use_id: id } = block
    if (block.type !== 'tool_result' || typeof id !== 'string') return contentBlock(block)
    const answer = blocksOf(block.content).map(contentBlock)
    return {
      type: 'tool_result',
      tool_use_id: id,
      content: answer,
      ...(block.is_error === true && { is_error: true }),
    }
  })

const known: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])

/** What an assistant line says; blocks that Raider does not know return to the provider unchanged. */
export const assistantBlocks = (content: unknown): readonly AssistantBlock[] =>
  blocksOf(content)
    .filter((block) => !(isText(block) && (block as unknown as TextBlock).text === ''))
    .map((block) => (known.has(block.type) ? (block as unknown as AssistantBlock) : { type: 'opaque', block }))

import { text, type AssistantBlock, type Message, type UserBlock } from '@raider/contracts'

/** A conversation in two parts; a call and its result stand in the same one. */
interface Split {
  readonly head: readonly Message[]
  /** Empty, or begins with a reply of the model. */
  readonly tail: readonly Message[]
}

/** Parts the conversation so that the latest exchanges stay, as many as fit into `keepTokens`. */
export function splitForSummary(messages: readonly Message[], keepTokens: number): Split {
  let cut = messages.length
  let tokens = 0
  for (let index = messages.length - 1; index > 0; index--) {
    const message = messages[index]
    if (message === undefined) break
    tokens += estimate(message)
    if (tokens > keepTokens) break
    if (message.role === 'assistant') cut = index
  }
  return { head: messages.slice(0, cut), tail: messages.slice(cut) }
}

/** The later half of a conversation, with a word in place of the rest. */
export function dropOldest(messages: readonly Message[]): readonly Message[] {
  const middle = Math.ceil(messages.length / 2)
  const cut = messages.findIndex((message, index) => index >= middle && message.role === 'assistant')
  const opening: Message = { role: 'user', content: [text('[The beginning of the conversation is left out here.]')] }
  return [opening, ...(cut === -1 ? messages.slice(-1).filter(isWords) : messages.slice(cut))]
}

/** False for results: their calls would be missing. */
const isWords = ({ content }: Message): boolean =>
  content.every((block) => block.type === 'text' || block.type === 'image' || block.type === 'document')

/** The conversation with words of the user's side at its end. */
export function withWords(messages: readonly Message[], words: string): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'user') return [...messages, { role: 'user', content: [text(words)] }]
  return [...messages.slice(0, -1), { role: 'user', content: [...last.content, text(words)] }]
}

const charactersPerToken = 4
const imageTokens = 1600
/** Of one PDF file: its text and pictures are counted by the provider only. */
const documentTokens = 10_000

/** About how many tokens a message has; only the provider counts exactly. */
const estimate = ({ content }: Message): number => content.reduce((sum, block) => sum + estimateBlock(block), 0)

function estimateBlock(block: AssistantBlock | UserBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length / charactersPerToken
    case 'image':
      return imageTokens
    case 'document':
      return documentTokens
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + estimateBlock(part), 0)
    default:
      return JSON.stringify(block).length / charactersPerToken
  }
}

import { isObject, type JsonObject } from './json.js'

/** A piece of text. */
export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

/** A picture, base64 encoded. */
export interface ImageBlock {
  readonly type: 'image'
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string }
}

/** A document, base64 encoded: `application/pdf` is what models take. */
export interface DocumentBlock {
  readonly type: 'document'
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string }
}

/** What a tool gives back to the model: an MCP-style content list. */
export type Content = TextBlock | ImageBlock | DocumentBlock

/** True for text, and for pictures and documents with their bytes. */
export const isContent = (value: unknown): value is Content => {
  if (!isObject(value)) return false
  const { type, text: words, source } = value
  if (type === 'text') return typeof words === 'string'
  return (type === 'image' || type === 'document') && isObject(source) && typeof source['data'] === 'string'
}

/** Reasoning of the model; the signature must return to the provider unchanged. */
export interface ThinkingBlock {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature: string
}

/** Reasoning that the provider encrypted; returned unchanged. */
export interface RedactedThinkingBlock {
  readonly type: 'redacted_thinking'
  readonly data: string
}

/** A tool call as the model wrote it. `input` is what the provider decoded, or the raw text where it could not be decoded. */
export interface ToolUseBlock {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** The answer to one tool call. */
export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: readonly Content[]
  readonly is_error?: boolean
}

/** A block kind that Raider only passes through, such as a provider's server-side tool. */
export interface OpaqueBlock {
  readonly type: 'opaque'
  readonly block: JsonObject
}

/** What the user's side says: words, pictures, documents and answers to calls. */
export type UserBlock = Content | ToolResultBlock
/** What a model says. */
export type AssistantBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | OpaqueBlock

/** One message of the user's side; results stand first. */
export interface UserMessage {
  readonly role: 'user'
  readonly content: readonly UserBlock[]
}

/** One reply of a model. */
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: readonly AssistantBlock[]
  /** The provider's id of the reply, where it gave one. */
  readonly id?: string
}

/**
 * One entry of the conversation. Messages are never changed once made: engines cache their encoded form by identity,
 * so that a long history is serialised once.
 */
export type Message = UserMessage | AssistantMessage

/** A text block of `value`. */
export const text = (value: string): TextBlock => ({ type: 'text', text: value })

/** The text blocks of a content list, joined by newlines; other blocks are left out. */
export const plainText = (content: readonly { readonly type: string }[]): string =>
  content
    .filter((block): block is TextBlock => block.type === 'text')
    .map((block) => block.text)
    .join('\n')

import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { plainText, text, type Content, type JsonObject } from '@raider/contracts'
import { endingOf, isPicture, type Keep } from './attachment.js'

/** The output of a server's tool with more to it than a content list. */
interface RichOutput {
  /** A text where the tool gave nothing but structured content. */
  readonly content: string | readonly Content[]
  readonly structuredContent?: unknown
  /** Resources that the tool points at. */
  readonly resourceLinks?: readonly JsonObject[]
  /** Shown to the model in place of a content that is too long. */
  readonly preview?: string
}

/** What hooks and listeners get of a call of a server's tool; `content` is the `tool_response` (Claude Code 2.1.332, seen). */
export type ServerOutput = readonly Content[] | RichOutput

/** Turns the answer of a server into content that a model can read. What it cannot read is kept in files. */
export async function outputOf(result: CallToolResult, server: string, keep: Keep): Promise<ServerOutput> {
  const blocks = result.content ?? []
  const parts = await Promise.all(blocks.map((block) => contentOf(block, server, keep)))
  const resourceLinks = blocks.filter((block) => block.type === 'resource_link').map(linkOf)
  const { structuredContent } = result
  if (structuredContent === undefined)
    return resourceLinks.length === 0 ? parts.flat() : { content: parts.flat(), resourceLinks }
  const json = JSON.stringify(structuredContent)
  // The JSON says all that the texts say; pictures and the like are kept beside it.
  const rest = parts.filter((_, index) => blocks[index]?.type !== 'text').flat()
  return { content: rest.length === 0 ? json : [...rest, text(json)], structuredContent }
}

/** Text of a failed call. */
export const errorText = (output: ServerOutput): string => {
  const content = 'content' in output ? output.content : output
  const words = typeof content === 'string' ? content : plainText(content)
  return words === '' ? 'The tool failed without saying why.' : words
}

/** What the model gets of an output. */
export function renderOutput(output: ServerOutput, tool: string): readonly Content[] {
  const { content, preview } = 'content' in output ? output : { content: output }
  if (preview !== undefined) return [text(preview), ...pictures(content)]
  if (typeof content === 'string') return [text(content)]
  return content.length === 0 ? [text(`(${tool} ended without any output)`)] : content
}

/**
 * Puts a preview beside an output that is too long for the model; hooks still see all of it. The whole is kept in a file.
 * @param limit characters.
 */
export async function withinLimit(output: ServerOutput, limit: number, keep: Keep): Promise<ServerOutput> {
  const rich = 'content' in output ? output : { content: output }
  const { content } = rich
  const words = typeof content === 'string' ? content : plainText(content)
  if (words.length <= limit) return output
  const json = typeof content === 'string' && rich.structuredContent !== undefined
  const { note } = await keep('output', words, json ? 'json' : 'txt')
  const size = (Buffer.byteLength(words) / 1024).toFixed(1)
  const preview = `<persisted-output>\nThe output of the tool is long (${size} KB). All of it is ${note}\n\nIts first 2,000 characters:\n${words.slice(0, 2000)}\n…\n</persisted-output>`
  return { ...rich, preview }
}

const pictures = (content: string | readonly Content[]): readonly Content[] =>
  typeof content === 'string' ? [] : content.filter((block) => block.type === 'image')

async function contentOf(block: ContentBlock, server: string, keep: Keep): Promise<readonly Content[]> {
  switch (block.type) {
    case 'text':
      return [text(block.text)]
    case 'image':
    case 'audio':
      return binary(
        `[${block.type === 'image' ? 'Image' : 'Audio'} from ${server}]`,
        block.data,
        block.mimeType,
        server,
        keep,
      )
    case 'resource_link': {
      const about = block.description === undefined ? '' : ` (${block.description})`
      return [text(`[Resource link: ${block.name}] ${block.uri}${about}`)]
    }
    case 'resource': {
      const { resource } = block
      const title = `[Resource from ${server} at ${resource.uri}]`
      if ('text' in resource) return [text(`${title} ${resource.text}`)]
      const parts = await binary(title, resource.blob, resource.mimeType, server, keep)
      return parts.length > 1 ? [text(title), ...parts] : parts
    }
  }
}

/** A picture is shown; everything is kept in a file, and a text says where. */
async function binary(
  title: string,
  base64: string,
  mimeType: string | undefined,
  server: string,
  keep: Keep,
): Promise<readonly Content[]> {
  const data = Buffer.from(base64, 'base64')
  const { note } = await keep(server, data, endingOf(mimeType))
  const about = text(`${title} ${mimeType ?? 'binary content'}, ${data.length} bytes, ${note}`)
  if (mimeType === undefined || !isPicture(mimeType)) return [about]
  return [{ type: 'image', source: { type: 'base64', media_type: mimeType, data: base64 } }, about]
}

const linkOf = (block: Extract<ContentBlock, { readonly type: 'resource_link' }>): JsonObject => ({
  uri: block.uri,
  name: block.name,
  ...(block.description !== undefined && { description: block.description }),
  ...(block.mimeType !== undefined && { mimeType: block.mimeType }),
})

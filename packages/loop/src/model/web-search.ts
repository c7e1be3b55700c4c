import { isObject, type AssistantBlock, type FoundPages, type SearchWeb, type WebFindings } from '@raider/contracts'
import type { Budget } from './budget.js'
import type { SessionParts } from '../parts.js'
import { receive } from './reply.js'

/** Searches of one question (Claude Code 2.1.332, seen). */
const maxUses = 8

const instructions =
  'You run a web search on behalf of another model, which waits for the result and may search again. Search, then sum up in a few words what was found.'

/** Has the provider search in a request beside the conversation, paid by the run; undefined where it cannot. */
export const createSearchWeb = (
  { engine, model }: Pick<SessionParts, 'engine' | 'model'>,
  budget: Budget,
): SearchWeb | undefined => {
  if (engine.searchesWeb !== true) return undefined
  return async ({ query, allowed, blocked }, signal) => {
    const request = {
      system: [instructions],
      messages: [{ role: 'user', content: [{ type: 'text', text: `Perform a web search for: ${query}` }] }],
      tools: [],
      webSearch: { maxUses, allowed, blocked },
      agent: 'web-search',
      ...(model !== undefined && { model }),
    } as const
    const received = await receive(engine, request, signal, () => undefined)
    if ('fault' in received) throw new Error(received.fault.message)
    const { reply } = received
    budget.spend(reply.model, reply.usage)
    return findingsOf(reply.message.content)
  }
}

/** Pages and words of a reply, in their order; words that stand side by side are one text (Claude Code 2.1.332, seen). */
export const findingsOf = (content: readonly AssistantBlock[]): WebFindings => {
  const results: (FoundPages | string)[] = []
  let searches = 0
  let words = ''
  const say = (): void => {
    if (words.trim() !== '') results.push(words.trim())
    words = ''
  }
  for (const block of content) {
    if (block.type === 'text') words += block.text
    if (block.type !== 'opaque' || block.block['type'] !== 'web_search_tool_result') continue
    say()
    searches++
    const { content: found, tool_use_id: id } = block.block
    results.push(Array.isArray(found) ? { tool_use_id: String(id), content: found.flatMap(hitOf) } : problemOf(found))
  }
  say()
  return { results, searches }
}

const hitOf = (value: unknown): FoundPages['content'] =>
  isObject(value) && typeof value['url'] === 'string'
    ? [{ title: typeof value['title'] === 'string' ? value['title'] : '', url: value['url'] }]
    : []

const problemOf = (found: unknown): string =>
  `Web search error: ${isObject(found) ? String(found['error_code']) : 'an answer that cannot be read'}`

import { randomBytes } from 'node:crypto'
import {
  plainText,
  silence,
  text,
  type AssistantMessage,
  type CompactTrigger,
  type Engine,
  type EventBody,
  type Fault,
  type Message,
  type ModelReply,
  type ModelRequest,
  type Note,
  type StepScope,
  type Tally,
  type ToolOffer,
} from '@raider/contracts'
import type { Chain } from '@raider/gate'
import type { Budget } from '../model/budget.js'
import { postCompact } from '../change.js'
import { dropOldest, splitForSummary, withWords } from './exchange.js'
import type { History } from '../history/history.js'
import { receive } from '../model/reply.js'

/** What a compaction works with. */
export interface CompactionParts {
  readonly engine: Engine
  readonly chain: Chain
  readonly history: History
  readonly budget: Budget
  readonly step: StepScope
  readonly request: Omit<ModelRequest, 'messages' | 'tools'>
  readonly offers: () => readonly ToolOffer[]
  /** Shows the files again that the conversation was about. */
  readonly recall: () => Promise<readonly Note[]>
}

/** How a compaction ended; notes are for a model whose user asked for it. */
export type CompactionEnding =
  | { readonly kind: 'done'; readonly notes: readonly Note[] }
  /** There is nothing to summarise. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'blocked'; readonly reason: string; readonly notes: readonly Note[] }
  | { readonly kind: 'failed'; readonly fault: Fault }

/** Why the conversation is compacted, and what the user wants of the summary. */
interface CompactionCause {
  readonly trigger: CompactTrigger
  readonly instructions: string | null
  /** Tokens of the conversation, as last counted by the provider. */
  readonly tokensBefore?: number
  /** Tokens of the latest exchanges to keep word for word. */
  readonly keepTokens: number
}

const task = `The conversation is about to be replaced by a summary that you write now; whoever goes on has nothing but it.
Answer in plain text, without calling a tool. Tell: what the user asked for, in their words where these matter, and what they corrected; what was done and decided, and why; files and commands that matter, with paths and the pieces of code needed to go on; errors met and how they were mended; what is unfinished, and the very next step.`

/** Requests for one summary: each further one has half of the conversation, for one that is too long even for that. */
const maxAttempts = 4

/**
 * Replaces all but the latest exchanges by a summary that the model writes. Calls stay with their results; the order of the steps
 * is that of the reference program: `beforeCompact`, the summary, `open` with source `compact`, PostCompact (2.1.332, seen).
 */
export async function compact(parts: CompactionParts, cause: CompactionCause): Promise<CompactionEnding> {
  const { chain, history, step } = parts
  const start = performance.now()
  const { trigger, instructions } = cause
  const tally = chain.has('beforeCompact')
    ? await chain.vote('beforeCompact', { trigger, instructions }, step)
    : undefined
  const { notes = [], reason = 'The compaction was refused.' } = tally ?? {}
  if (tally?.stance === 'deny') return { kind: 'blocked', reason, notes }
  if (history.isEmpty) return { kind: 'empty' }
  history.flush()
  const { head, tail } = splitForSummary(history.messages, cause.keepTokens)
  const received = await summarise(parts, head, wishes(instructions, tally))
  if ('fault' in received) return { kind: 'failed', fault: received.fault }
  const summary = textOf(received.reply.message)
  await tellSummaryStop(parts, summary)
  const messages: readonly Message[] = [{ role: 'user', content: [text(introduce(summary, cause))] }, ...tail]
  const recalled = await parts.recall()
  history.replace(messages)
  const { tokensBefore } = cause
  const durationMs = Math.round(performance.now() - start)
  const { model, usage } = received.reply
  const event: EventBody = { type: 'compaction', trigger, summary, messages, model, usage, durationMs }
  await step.emit({ ...event, ...(tokensBefore !== undefined && { tokensBefore }) })
  await history.note([...recalled, ...(await reopen(parts))])
  const after = chain.has('beforeChange')
    ? await chain.vote('beforeChange', postCompact(trigger, summary), step)
    : silence
  return { kind: 'done', notes: [...notes, ...after.notes] }
}

/** What the summary shall heed, in the words of the user and of plugins. */
const wishes = (instructions: string | null, tally: Tally | undefined): readonly string[] =>
  [instructions, tally?.effects.instructions].filter((wish): wish is string => typeof wish === 'string' && wish !== '')

/** Asks for the summary of `head`; of its later part where the whole is too long for the model. */
async function summarise(
  { engine, request, offers, step, budget }: CompactionParts,
  head: readonly Message[],
  wishes: readonly string[],
): Promise<{ readonly reply: ModelReply } | { readonly fault: Fault }> {
  const words = [task, ...wishes.map((wish) => `Heed this besides: ${wish}`)].join('\n\n')
  let asked = head
  for (let attempt = 1; ; attempt++) {
    const messages = withWords(asked, words)
    // The same system prompt and tools as before: what the provider has cached of the conversation serves here too.
    const received = await receive(engine, { ...request, messages, tools: offers() }, step.signal, ignore)
    if ('fault' in received) {
      if (received.fault.kind !== 'context-limit' || attempt === maxAttempts) return received
      asked = dropOldest(asked)
    } else {
      budget.spend(received.reply.model, received.reply.usage)
      return textOf(received.reply.message) === '' ? { fault: noSummary(attempt) } : received
    }
  }
}

/** Nobody reads a summary while it is written. */
const ignore = (): void => undefined

const noSummary = (attempts: number): Fault => ({
  kind: 'protocol',
  message: 'The model gave no summary of the conversation',
  attempts,
})

const textOf = ({ content }: AssistantMessage): string => plainText(content).trim()

/** The summary as the model reads it, without the tags and the thinking aloud that some models put around it. */
function introduce(summary: string, { instructions, trigger }: CompactionCause): string {
  const bare =
    /<summary>([\s\S]*?)<\/summary>/.exec(summary)?.[1] ?? summary.replace(/<analysis>[\s\S]*?<\/analysis>/, '')
  const parts = ['This conversation began earlier. What was said before stands here as a summary.', bare.trim()]
  if (instructions !== null) parts.push(`The user asked for the summary with these words: ${instructions}`)
  if (trigger === 'auto') parts.push('Go on with the work from where it stands, without coming back to this summary.')
  return parts.join('\n\n')
}

/** The reference program has a nameless agent write the summary, whose end hooks hear of; what they say is not heeded (seen). */
async function tellSummaryStop({ chain, step }: CompactionParts, text: string): Promise<void> {
  if (step.profile.summaryStop !== 'SubagentStop' || !chain.has('beforeStop')) return
  const agent = { id: `a${randomBytes(8).toString('hex')}`, type: '' }
  await chain.vote('beforeStop', { text, active: false, stopReason: 'end', tasks: [] }, { ...step, agent })
}

/** What plugins have to say at this new beginning. */
async function reopen({ chain, step, engine, request }: CompactionParts): Promise<readonly Note[]> {
  if (!chain.has('open')) return []
  const model = engine.resolve(request.model ?? engine.model)
  const opened = await chain.fold('open', { source: 'compact', model, notes: [] }, step, (kept) => kept)
  return opened.notes
}

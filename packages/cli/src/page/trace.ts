import { plainText, promptTokens, type CallStatus, type EventType, type RaiderEvent, type RunEnding } from 'raider'
import { count, dollars, duration, oneLine, tokens } from './measure.js'
import { bareText, overruled, placeOf, shortPath, sourceText } from './trace-line.js'
import { plain } from './plain.js'
import { TracePage, type TraceOptions } from './trace-page.js'
import type { Tone } from './paint.js'

/** Prints what happens in a session so that a person can follow it. */
interface Trace {
  event(event: RaiderEvent): void
}

/** Makes the printer of one session and its subagents. */
export function createTrace(options: TraceOptions): Trace {
  const page = new TracePage(options)
  return {
    event(event) {
      const print = printers[event.type] as ((event: RaiderEvent, page: TracePage) => void) | undefined
      print?.(event, page)
    },
  }
}

type EventOf<T extends EventType> = Extract<RaiderEvent, { readonly type: T }>

/** What is printed for each event; the others are not told of. */
const printers: { readonly [T in EventType]?: (event: EventOf<T>, page: TracePage) => void } = {
  'session-open'(event, page) {
    if (event.parent === undefined) page.place.cwd = event.cwd
  },

  'run-start'(event, page) {
    if (page.full) page.prose(page.paint('strong', `› ${plain(plainText(event.prompt))}`))
  },

  /** The receipts: which request took reminders to the model. */
  'model-request'(event, page) {
    if (!page.full || event.receipts.length === 0) return
    page.prose(
      page.paint('dim', `\n→ request ${event.turn} takes ${count(event.receipts.length, 'reminder')} to the model`),
    )
  },

  'model-retry'({ fault, attempt, delayMs }, page) {
    page.prose(page.paint('warn', `↻ ${plain(fault.message)} · try ${attempt + 1} in ${duration(delayMs)}`))
  },

  'model-fault'({ fault }, page) {
    if (fault.kind !== 'cancelled') page.prose(page.paint('bad', `✗ ${plain(fault.message)}`))
  },

  'text-delta'({ text }, page) {
    if (page.options.live) page.piece(plain(text))
  },

  /** The text of a reply, where it was not printed as it came in. Replies are in the journal too, their pieces are not. */
  'model-reply'({ content }, page) {
    const text = plainText(content)
    if (text !== '' && !page.options.live) page.prose(`\n${plain(text)}`)
  },

  'tool-call'({ id, input }, page) {
    page.announce(id, input)
  },

  'tool-start'(event, page) {
    page.start(event.id, event.name, event.input)
    printDecision(event, page)
  },

  'tool-result'(event, page) {
    if (!event.decision.allowed) printDecision(event, page)
    page.head(event.id, event.name)
    const [mark, tone] = marks[event.status]
    const time = event.durationMs === undefined ? '' : page.paint('dim', ` in ${duration(event.durationMs)}`)
    page.line(`  ${page.paint(tone, `${mark} ${event.status}`)}${time}`)
    const text = bareText(event.content, event.notes)
    if (page.full || event.status !== 'ok') page.quote('dim', '│', text)
    page.finish(event.id)
    if (page.full) for (const note of event.notes) page.quote('note', '┊ reminder', note.text)
  },

  'hook-run'(event, page) {
    const broken = event.outcome === 'error' || event.outcome === 'timeout'
    if (event.outcome === 'skipped' || !(page.full || broken)) return
    const verdict = event.stance ?? event.outcome
    const facts = [
      event.event,
      page.paint(broken || verdict === 'deny' ? 'bad' : 'dim', verdict),
      duration(event.durationMs),
      shortPath(event.hook, page.place),
      page.paint('dim', placeOf(event.source, page.place)),
      ...(event.error === undefined ? [] : [page.paint('bad', plain(oneLine(event.error, 200)))]),
    ]
    page.detail('hook', facts.join(' · '), event.callId, partOf(event.event))
  },

  'hook-message'(event, page) {
    page.detail('message', page.paint('warn', plain(event.text)), event.callId, partOf(event.event))
  },

  'memory-load'(event, page) {
    if (!page.full) return
    const facts = [shortPath(event.file, page.place), `${event.bytes} bytes`]
    if (event.trigger === undefined) page.prose(page.paint('dim', `memory ${facts.join(' · ')}`))
    else page.detail('memory', `${facts.join(' · ')} · touched by ${shortPath(event.trigger, page.place)}`)
  },

  notice({ level, text }, page) {
    if (level !== 'info' || page.full) page.prose(page.paint(level === 'error' ? 'bad' : 'warn', `! ${plain(text)}`))
  },

  'mode-change'({ mode, by }, page) {
    if (page.full) page.prose(page.paint('dim', `  mode ${mode}, by ${sourceText(by, page.place)}`))
  },

  'cwd-change'({ to }, page) {
    if (page.full) page.line(page.paint('dim', `  now in ${shortPath(to, page.place)}`))
  },

  'title-change'({ title }, page) {
    if (page.full) page.line(page.paint('dim', `  session "${plain(title)}"`))
  },

  compaction({ messages, tokensBefore }, page) {
    const before = tokensBefore === undefined ? '' : ` of ${tokensBefore} tokens`
    page.line(
      page.paint('dim', `  the conversation${before} was summarised, ${count(messages.length - 1, 'message')} kept`),
    )
  },

  'run-end'({ ending, usage, coverage, turns, costUsd, durationMs }, page) {
    if (!page.full && ending.kind === 'done') return page.endLine()
    const [tone, text] = endingLine(ending)
    const sent = promptTokens(usage)
    const facts = [
      count(turns, 'turn'),
      ...(sent + usage.outputTokens === 0 ? [] : [`${tokens(sent)} tokens in`, `${tokens(usage.outputTokens)} out`]),
      ...(costUsd === undefined || costUsd === 0 ? [] : [dollars(costUsd)]),
      duration(durationMs),
    ]
    page.prose(`\n${page.paint(tone, plain(text))} ${page.paint('dim', `· ${facts.join(' · ')}`)}`)
    if (!page.full || coverage.calls === 0) return
    const { calls, before, executed, after, missing } = coverage
    const covered = `  ${count(calls, 'call')}: ${before} checked before, ${executed} executed, ${after} seen after`
    page.line(
      missing.length === 0
        ? page.paint('dim', covered)
        : page.paint('bad', `${covered}; missing ${missing.join(', ')}`),
    )
  },
}

/** Hooks that ran for the result are told of below it. */
const partOf = (event: string): 'before' | 'after' => (event.startsWith('PostToolUse') ? 'after' : 'before')

const marks: Readonly<Record<CallStatus, readonly [mark: string, tone: Tone]>> = {
  ok: ['✓', 'good'],
  failed: ['✗', 'bad'],
  refused: ['⊘', 'bad'],
  invalid: ['✗', 'bad'],
  unknown: ['✗', 'bad'],
  cancelled: ['■', 'warn'],
  deferred: ['…', 'warn'],
}

/** Who decided over a call, and who wanted something else. */
function printDecision({ id, decision }: EventOf<'tool-start' | 'tool-result'>, page: TracePage): void {
  if (!page.full || decision.source === undefined) return
  const verb = decision.allowed ? 'allowed' : 'refused'
  page.detail(verb, `by ${sourceText(decision.source, page.place)}`, id)
  for (const vote of overruled(decision))
    page.detail('overruled', `${vote.stance} of ${sourceText(vote.source, page.place)}`, id)
}

function endingLine(ending: RunEnding): readonly [Tone, string] {
  switch (ending.kind) {
    case 'done':
      return ['good', '■ done']
    case 'blocked':
      return ['bad', `■ prompt blocked: ${ending.reason}`]
    case 'deferred':
      return ['warn', `■ waits for a decision over ${ending.call.name}`]
    case 'limit':
      return ['warn', `■ limit of ${ending.limit} reached (${ending.max})`]
    case 'cancelled':
      return ['warn', `■ cancelled by ${ending.by}: ${ending.reason}`]
    case 'failed':
      return ['bad', `■ failed: ${ending.fault.message}`]
  }
}

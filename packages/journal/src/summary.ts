import { plainText, type CallStatus, type RunEnding } from '@raider/contracts'
import type { JournalLine } from './line.js'
import { readJournal } from './lines.js'
import { isLocked } from './lock.js'

/** A call without a result: nobody knows what it did. It is never executed again. */
export interface OpenCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** True where it had begun to execute. */
  readonly started: boolean
}

/** One run of a session, as far as its journal tells. */
export interface RunSummary {
  readonly id: string
  readonly start: string
  readonly end?: string
  /** Text of the prompt. */
  readonly prompt: string
  /** `running` while a live process writes the journal, `interrupted` where none does and the run has no end. */
  readonly ending: RunEnding['kind'] | 'running' | 'interrupted'
  /** Last text of the model, where the run ended. */
  readonly text?: string
  readonly turns: number
  readonly costUsd?: number
  /** Calls by status; `open` counts those of `openCalls`. */
  readonly calls: Readonly<Partial<Record<CallStatus | 'open', number>>>
  readonly openCalls: readonly OpenCall[]
}

/** A session as its journal tells it. */
export interface SessionSummary {
  readonly file: string
  readonly session: string
  readonly agent: string
  readonly start: string
  /** Time of the last line. */
  readonly last: string
  readonly cwd?: string
  readonly model?: string
  readonly profile?: string
  /** The session and call that started it, for a subagent. */
  readonly parent?: { readonly session: string; readonly call: string }
  readonly runs: readonly RunSummary[]
  readonly lines: number
}

/** Reads a journal into a summary; undefined for one without lines. Memory grows with runs and open calls, not with lines. */
export async function summarizeJournal(file: string): Promise<SessionSummary | undefined> {
  const unfinished = isLocked(file) ? 'running' : 'interrupted'
  const runs = new Map<string, RunDraft>()
  let first: JournalLine | undefined
  let last: JournalLine | undefined
  let opened: Extract<JournalLine, { type: 'session-open' }> | undefined
  let lines = 0
  for await (const line of readJournal(file)) {
    first ??= line
    last = line
    lines += 1
    if (line.type === 'session-open') opened = line
    else if (line.run !== undefined) record(runs, line.run, line)
  }
  if (first === undefined || last === undefined) return undefined
  return {
    file,
    session: first.session,
    agent: first.agent,
    start: first.time,
    last: last.time,
    ...(opened && { cwd: opened.cwd, model: opened.model, profile: opened.profile }),
    ...(opened?.parent && { parent: opened.parent }),
    runs: [...runs].map(([id, draft]) => summaryOf(id, draft, unfinished)),
    lines,
  }
}

interface RunDraft {
  readonly start: string
  prompt: string
  turns: number
  readonly calls: Partial<Record<CallStatus | 'open', number>>
  readonly open: Map<string, OpenCall>
  end?: Extract<JournalLine, { type: 'run-end' }>
}

function record(runs: Map<string, RunDraft>, id: string, line: JournalLine): void {
  const draft: RunDraft = runs.get(id) ?? { start: line.time, prompt: '', turns: 0, calls: {}, open: new Map() }
  runs.set(id, draft)
  if (line.type === 'run-start') draft.prompt = plainText(line.prompt)
  else if (line.type === 'model-reply') draft.turns += 1
  else if (line.type === 'run-end') draft.end = line
  else if (line.type === 'tool-call') {
    draft.open.set(line.id, { id: line.id, name: line.name, input: line.input, started: false })
  } else if (line.type === 'tool-start') {
    draft.open.set(line.id, { id: line.id, name: line.name, input: line.input, started: true })
  } else if (line.type === 'tool-result') {
    draft.open.delete(line.id)
    draft.calls[line.status] = (draft.calls[line.status] ?? 0) + 1
  }
}

function summaryOf(id: string, draft: RunDraft, unfinished: 'running' | 'interrupted'): RunSummary {
  const { end, open } = draft
  return {
    id,
    start: draft.start,
    prompt: draft.prompt,
    turns: draft.turns,
    ending: end?.ending.kind ?? unfinished,
    ...(end && { end: end.time, text: end.text }),
    ...(end?.costUsd !== undefined && { costUsd: end.costUsd }),
    calls: open.size > 0 ? { ...draft.calls, open: open.size } : draft.calls,
    openCalls: [...open.values()],
  }
}

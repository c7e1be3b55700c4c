import { isObject, noUsage, totalTokens, type RaiderEvent, type Usage } from '@raider/contracts'

/** Counts of a subagent's calls by what they do; names as in Claude Code's `toolStats`. */
export interface ToolStats {
  readCount: number
  searchCount: number
  bashCount: number
  editFileCount: number
  linesAdded: number
  linesRemoved: number
  otherToolCount: number
}

type CallCount = Exclude<keyof ToolStats, 'linesAdded' | 'linesRemoved'>

const kinds: ReadonlyMap<string, CallCount> = new Map([
  ['Read', 'readCount'],
  ['Grep', 'searchCount'],
  ['Glob', 'searchCount'],
  ['Bash', 'bashCount'],
  ['Edit', 'editFileCount'],
  ['Write', 'editFileCount'],
  ['NotebookEdit', 'editFileCount'],
])

const linesOf = (text: unknown): number =>
  typeof text !== 'string' || text === '' ? 0 : text.replace(/\n$/, '').split('\n').length

/** What a report says of a subagent's work beside its words. It keeps counts, not events. */
export class Witness {
  readonly id: string
  readonly #started = performance.now()
  readonly #toolsUsed = new Set<string>()
  readonly stats: ToolStats = {
    readCount: 0,
    searchCount: 0,
    bashCount: 0,
    editFileCount: 0,
    linesAdded: 0,
    linesRemoved: 0,
    otherToolCount: 0,
  }
  /** Calls, whether they ran or not. */
  calls = 0
  /** Tokens of the last request and its reply: how full its context is. */
  usage: Usage = noUsage
  model: string | undefined
  /** The last words of the model, whether it went on after them or not. */
  lastText = ''

  /** @param id of the subagent; events of its own subagents are not its own. */
  constructor(id: string) {
    this.id = id
  }

  hear(event: RaiderEvent): void {
    if (event.session !== this.id) return
    if (event.type === 'session-open') this.model = event.model
    else if (event.type === 'model-reply') this.usage = event.usage
    else if (event.type === 'block' && event.block.type === 'text') this.lastText = event.block.text
    else if (event.type === 'tool-start') this.#toolsUsed.add(event.name)
    else if (event.type === 'tool-call') {
      this.calls++
      this.stats[kinds.get(event.name) ?? 'otherToolCount']++
      this.#countLines(event.input)
    }
  }

  /** Lines that a call wants to write or replace, whether it does or not (Claude Code 2.1.332, seen). */
  #countLines(input: unknown): void {
    if (!isObject(input)) return
    this.stats.linesAdded += linesOf(input['content'] ?? input['new_string'])
    this.stats.linesRemoved += linesOf(input['old_string'])
  }

  /** Names of tools that ran. */
  get toolsUsed(): readonly string[] {
    return [...this.#toolsUsed]
  }

  get tokens(): number {
    return totalTokens(this.usage)
  }

  /** Milliseconds since it began. */
  get durationMs(): number {
    return Math.round(performance.now() - this.#started)
  }
}

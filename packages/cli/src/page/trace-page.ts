import { inputLine, quoted, type Place } from './trace-line.js'
import { plain } from './plain.js'
import type { Paint, Tone } from './paint.js'

/** How a trace is printed. */
export interface TraceOptions {
  /** Gets whole lines and, where `live` is set, pieces of text. */
  readonly write: (text: string) => void
  readonly paint: Paint
  readonly homeDir: string
  /** `full` tells who decided, what the model got and which hooks ran; `brief` the calls and how they ended. */
  readonly detail: 'full' | 'brief'
  /** Print the model's text while it comes in. */
  readonly live: boolean
}

interface OpenCall {
  input: unknown
  started: boolean
  /** Lines that wait for the heading. */
  readonly before: string[]
  /** Lines that wait for the result. */
  readonly after: string[]
}

/** What was printed last, and what waits to be printed: lines of one call stay below its heading. */
export class TracePage {
  readonly options: TraceOptions
  readonly place: Place
  readonly #open = new Map<string, OpenCall>()
  /** The call whose heading stands above; calls that run beside it get theirs again. */
  #heading: string | undefined
  #midLine = false

  constructor(options: TraceOptions) {
    this.options = options
    this.place = { cwd: '', homeDir: options.homeDir }
  }

  get full(): boolean {
    return this.options.detail === 'full'
  }

  paint: Paint = (tone, text) => this.options.paint(tone, text)

  line(text: string): void {
    this.endLine()
    this.options.write(`${text}\n`)
  }

  /** Ends a line of text that came in pieces. */
  endLine(): void {
    if (this.#midLine) this.options.write('\n')
    this.#midLine = false
  }

  /** A labelled line; one of a call stands below the heading or, where it is about the result, below that. */
  detail(label: string, text: string, callId?: string, part: 'before' | 'after' = 'before'): void {
    const line = `  ${this.paint('dim', `│ ${label.padEnd(9)}`)} ${text}`
    const call = callId === undefined ? undefined : this.#open.get(callId)
    if (call === undefined || (part === 'before' && callId === this.#heading)) this.line(line)
    else call[part].push(line)
  }

  /** A text of somebody else behind a bar. */
  quote(tone: Tone, bar: string, text: string): void {
    for (const line of quoted(text)) this.line(`  ${this.paint(tone, bar)} ${this.paint('dim', line)}`)
  }

  /** Text that is not a call's; the next line of a call repeats its heading. */
  prose(text: string): void {
    this.#heading = undefined
    this.line(text)
  }

  /** A piece of text as it comes in. */
  piece(text: string): void {
    this.#heading = undefined
    this.options.write(this.#midLine ? text : `\n${text}`)
    this.#midLine = true
  }

  announce(id: string, input: unknown): void {
    this.#open.set(id, { input, started: false, before: [], after: [] })
  }

  /** The call runs. Its heading is printed now, unless another call runs: then it comes with the result. */
  start(id: string, name: string, input: unknown): void {
    const call = this.#open.get(id)
    if (call === undefined) return
    const alone = [...this.#open.values()].every(({ started }) => !started)
    call.input = input
    call.started = true
    if (alone) this.head(id, name)
  }

  /** Prints the heading of a call, unless it stands there, and what waited for it. */
  head(id: string, name: string): void {
    const call = this.#open.get(id)
    if (this.#heading !== id) {
      this.#heading = id
      const input = inputLine(call?.input, this.place)
      this.line(`\n${this.paint('accent', '▸')} ${this.paint('strong', plain(name))} ${input}`)
    }
    for (const line of call?.before.splice(0) ?? []) this.line(line)
  }

  /** Prints what waited for the result of a call, and forgets the call. */
  finish(id: string): void {
    for (const line of this.#open.get(id)?.after ?? []) this.line(line)
    this.#open.delete(id)
  }
}

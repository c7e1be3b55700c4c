import { inputLine, type Place } from './trace-line.js'
import { plain } from './plain.js'
import type { Paint } from './paint.js'

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
  readonly name: string
  input: unknown
  /** Lines that wait for the heading. */
  readonly waiting: string[]
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
    this.options.write(this.#midLine ? `\n${text}\n` : `${text}\n`)
    this.#midLine = false
  }

  /** A labelled line below the heading of a call. */
  detail(label: string, text: string, callId?: string): void {
    const line = `  ${this.paint('dim', `│ ${label.padEnd(9)}`)} ${text}`
    const call = callId === undefined || callId === this.#heading ? undefined : this.#open.get(callId)
    if (call === undefined) this.line(line)
    else call.waiting.push(line)
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

  announce(id: string, name: string, input: unknown): void {
    this.#open.set(id, { name, input, waiting: [] })
  }

  /** Prints the heading of a call and what waited for it; `input` is the one in force. */
  head(id: string, name: string, input = this.#open.get(id)?.input): void {
    const call = this.#open.get(id)
    if (call !== undefined) call.input = input
    if (this.#heading !== id) {
      this.#heading = id
      this.line(
        `\n${this.paint('accent', '▸')} ${this.paint('strong', plain(name))} ${plain(inputLine(input, this.place))}`,
      )
    }
    for (const line of call?.waiting.splice(0) ?? []) this.line(line)
  }

  /** Forgets a call that has its result. */
  forget(id: string): void {
    this.#open.delete(id)
  }
}

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { setImmediate } from 'node:timers/promises'
import { startChild, type Child } from '@raider/process'
import type { StdioEntry } from './entry.js'
import type { Sdk } from './sdk.js'

/** Milliseconds a server has to end once its input has ended; then its group is killed. */
const farewellMs = 300
/** Bytes of stderr that are kept, to say why a server failed. */
const keptBytes = 16 * 1024

/** Where a server runs. */
export interface StdioPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Ends the server with the session. */
  readonly signal: AbortSignal
}

/**
 * A server as a child process in a group of its own, so that all it starts dies with it; the SDK's transport leaves the group of
 * its server behind.
 */
export class StdioTransport implements Transport {
  readonly #sdk: Sdk
  readonly #entry: StdioEntry
  readonly #place: StdioPlace
  readonly #buffer: InstanceType<Sdk['ReadBuffer']>
  readonly #complaints: Buffer[] = []
  #complained = 0
  #child: Child | undefined
  #reading = Promise.resolve()
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void

  constructor(sdk: Sdk, entry: StdioEntry, place: StdioPlace) {
    this.#sdk = sdk
    this.#entry = entry
    this.#place = place
    this.#buffer = new sdk.ReadBuffer()
  }

  /** What the server wrote on stderr so far. */
  complaint(): string {
    return Buffer.concat(this.#complaints).toString('utf8').trim()
  }

  async start(): Promise<void> {
    const { command, args, env } = this.#entry
    const child = startChild(
      {
        file: command,
        args,
        cwd: this.#place.cwd,
        env: { ...this.#place.env, ...env },
        interactive: true,
        maxOutputBytes: keptBytes,
        onOutput: (stream, chunk) => (stream === 'stdout' ? this.#read(chunk) : this.#keep(chunk)),
      },
      this.#place.signal,
    )
    this.#child = child
    void child.exit.then(async ({ error }) => {
      await this.#reading
      if (error !== undefined) this.onerror?.(new Error(error))
      this.onclose?.()
    })
    // A command that is not there is known at once; the handshake would only say that the connection was closed.
    if (child.pid === undefined) throw new Error((await child.exit).error ?? 'the server was not started')
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#child?.write(this.#sdk.serializeMessage(message))
  }

  async close(): Promise<void> {
    this.#child?.endInput()
    const timer = setTimeout(() => this.#child?.kill('cancelled'), farewellMs)
    await this.#child?.exit
    clearTimeout(timer)
  }

  #keep(chunk: Buffer): void {
    if (this.#complained < keptBytes) this.#complaints.push(chunk)
    this.#complained += chunk.length
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk)
      this.#reading = this.#reading.then(() => this.#deliver())
    } catch (error) {
      this.onerror?.(error as Error)
      void this.close()
    }
  }

  async #deliver(): Promise<void> {
    for (;;) {
      const message = this.#next()
      if (message === null) return
      if (message === undefined) continue
      this.onmessage?.(message)
      // The SDK hands notifications on a moment later than responses: a call must not be over before its last progress is told.
      if (!('id' in message)) await setImmediate()
    }
  }

  /** Null where there is no further line; undefined for a line that is no message, such as a server's stray print. */
  #next(): JSONRPCMessage | null | undefined {
    try {
      return this.#buffer.readMessage()
    } catch (error) {
      this.onerror?.(error as Error)
      return undefined
    }
  }
}

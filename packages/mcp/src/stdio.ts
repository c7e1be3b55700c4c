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

/** What the transport shows beside the messages. */
interface StdioTransport extends Transport {
  /** What the server wrote on stderr so far. */
  complaint(): string
}

/**
 * A server as a child process in a group of its own, so that all it starts dies with it; the SDK's transport leaves the group of
 * its server behind.
 */
export const createStdioTransport = (sdk: Sdk, entry: StdioEntry, place: StdioPlace): StdioTransport => {
  const buffer = new sdk.ReadBuffer()
  const complaints: Buffer[] = []
  let kept = 0
  let child: Child | undefined

  let reading = Promise.resolve()

  const read = (chunk: Buffer): void => {
    try {
      buffer.append(chunk)
      reading = reading.then(deliver)
    } catch (error) {
      transport.onerror?.(error as Error)
      void transport.close()
    }
  }

  const deliver = async (): Promise<void> => {
    for (;;) {
      const message = next()
      if (message === null) return
      if (message === undefined) continue
      transport.onmessage?.(message)
      // The SDK hands notifications on a moment later than responses: a call must not be over before its last progress is told.
      if (!('id' in message)) await setImmediate()
    }
  }

  /** Null where there is no further line; undefined for a line that is no message, such as a server's stray print. */
  const next = (): JSONRPCMessage | null | undefined => {
    try {
      return buffer.readMessage()
    } catch (error) {
      transport.onerror?.(error as Error)
      return undefined
    }
  }

  const transport: StdioTransport = {
    async start() {
      const { command, args, env } = entry
      child = startChild(
        {
          file: command,
          args,
          cwd: place.cwd,
          env: { ...place.env, ...env },
          interactive: true,
          maxOutputBytes: keptBytes,
          onOutput: (stream, chunk) => {
            if (stream === 'stdout') return read(chunk)
            if (kept < keptBytes) complaints.push(chunk)
            kept += chunk.length
          },
        },
        place.signal,
      )
      void child.exit.then(async (exit) => {
        await reading
        if (exit.error !== undefined) transport.onerror?.(new Error(exit.error))
        transport.onclose?.()
      })
      // A command that is not there is known at once; the handshake would only say that the connection was closed.
      if (child.pid === undefined) throw new Error((await child.exit).error ?? 'the server was not started')
    },
    send: async (message: JSONRPCMessage) => child?.write(sdk.serializeMessage(message)),
    async close() {
      child?.endInput()
      const timer = setTimeout(() => child?.kill('cancelled'), farewellMs)
      await child?.exit
      clearTimeout(timer)
    },
    complaint: () => Buffer.concat(complaints).toString('utf8').trim(),
  }
  return transport
}

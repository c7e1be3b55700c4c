import type { Message } from '@raider/contracts'
import { messageJson } from './wire.js'

/** The encoded messages of one conversation. */
export interface History {
  /** JSON of all messages, joined by commas; valid until the next call with the same conversation. */
  readonly bytes: Buffer
  /** Where the JSON of each message ends; equal to the end before it where the message is not sent. */
  readonly ends: readonly number[]
}

/**
 * Encodes conversations, each message once: a conversation is known by its first message, a request appends what is
 * new. Where a request departs from what was sent (a fork, a rewind), the rest is encoded anew. A history lives as long
 * as its first message.
 */
export const createHistoryEncoder = (): ((messages: readonly Message[]) => History) => {
  const known = new WeakMap<Message, Transcript>()
  return (messages) => {
    const first = messages[0]
    const transcript = (first && known.get(first)) ?? emptyTranscript()
    if (first) known.set(first, transcript)
    let same = 0
    while (same < messages.length && transcript.messages[same] === messages[same]) same++
    transcript.messages.length = transcript.ends.length = same
    for (const message of messages.slice(same)) append(transcript, message)
    return { bytes: transcript.bytes.subarray(0, endOf(transcript)), ends: transcript.ends }
  }
}

interface Transcript {
  readonly messages: Message[]
  readonly ends: number[]
  /** Larger than what is used, so that appending seldom copies. */
  bytes: Buffer
}

const emptyTranscript = (): Transcript => ({ messages: [], ends: [], bytes: Buffer.alloc(0) })

const endOf = (transcript: Transcript): number => transcript.ends.at(-1) ?? 0

const append = (transcript: Transcript, message: Message): void => {
  const start = endOf(transcript)
  const json = messageJson(message)
  const text = json !== '' && start > 0 ? `,${json}` : json
  const end = start + Buffer.byteLength(text)
  if (end > transcript.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.ceil(end * 1.5))
    transcript.bytes.copy(larger, 0, 0, start)
    transcript.bytes = larger
  }
  transcript.bytes.write(text, start)
  transcript.messages.push(message)
  transcript.ends.push(end)
}

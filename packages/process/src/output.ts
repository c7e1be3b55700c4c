import { StringDecoder } from 'node:string_decoder'

/** Keeps the head of a stream. */
interface Output {
  /** Bytes that were not kept. */
  readonly dropped: number
  add(chunk: Buffer): void
  /** The kept head as text; a character cut by the cap is left out. */
  text(): string
}

/** Collects chunks up to `maxBytes`, counts the rest. */
export const createOutput = (maxBytes: number): Output => {
  const chunks: Buffer[] = []
  let kept = 0
  let dropped = 0
  return {
    get dropped() {
      return dropped
    },
    add(chunk) {
      const room = maxBytes - kept
      if (chunk.length <= room) {
        chunks.push(chunk)
        kept += chunk.length
        return
      }
      // A slice would keep the whole chunk alive, so the head is copied.
      if (room > 0) chunks.push(Buffer.from(chunk.subarray(0, room)))
      kept += Math.max(room, 0)
      dropped += chunk.length - Math.max(room, 0)
    },
    text() {
      const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      return dropped === 0 ? whole.toString('utf8') : new StringDecoder('utf8').write(whole)
    },
  }
}

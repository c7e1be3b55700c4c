import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@raider/contracts'
import type { HostMessage } from './host-message.js'

/** A question to the host that waits for its answer. */
interface Open {
  readonly resolve: (answer: JsonObject) => void
  readonly reject: (reason: Error) => void
}

/** The line to a host that drives Raider by the control protocol: questions go out, answers come back. */
export class HostLine {
  readonly #write: (line: string) => void
  readonly #open = new Map<string, Open>()
  #gone = false

  /** @param write takes one line of JSON, without its line feed. */
  constructor(write: (line: string) => void) {
    this.#write = write
  }

  /**
   * Asks the host. An abort takes the question back. Rejects with an `Error` for a refusal, an abort, and a host that has gone.
   * @param request with its `subtype`: `can_use_tool`, `hook_callback`, `mcp_message`.
   */
  ask(request: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const id = randomUUID()
    return new Promise<JsonObject>((resolve, reject) => {
      if (this.#gone) return reject(new Error('the host has closed its side'))
      if (signal.aborted) return reject(new Error('nobody waits for an answer any more'))
      const takeBack = (): void => {
        this.#send({ type: 'control_cancel_request', request_id: id })
        settle(() => reject(new Error('the question was taken back')))
      }
      const settle = (tell: () => void): void => {
        signal.removeEventListener('abort', takeBack)
        this.#open.delete(id)
        tell()
      }
      signal.addEventListener('abort', takeBack, { once: true })
      this.#open.set(id, {
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (reason) => settle(() => reject(reason)),
      })
      this.#send({ type: 'control_request', request_id: id, request })
    })
  }

  /** Hands an answer to whoever asked; one to no open question is dropped. */
  settle(message: Extract<HostMessage, { readonly kind: 'answer' | 'refusal' }>): void {
    const open = this.#open.get(message.id)
    if (message.kind === 'answer') open?.resolve(message.answer)
    else open?.reject(new Error(message.reason))
  }

  /** Answers a request of the host. */
  answer(id: string, response: JsonObject): void {
    this.#send({ type: 'control_response', response: { subtype: 'success', request_id: id, response } })
  }

  /** Refuses a request of the host. @param code such as `unsupported_request`. */
  refuse(id: string, error: string, code: string): void {
    this.#send({ type: 'control_response', response: { subtype: 'error', request_id: id, error, error_code: code } })
  }

  /** The host writes nothing more: open questions get no answer. */
  close(): void {
    this.#gone = true
    for (const { reject } of this.#open.values()) reject(new Error('the host has closed its side'))
  }

  #send(message: JsonObject): void {
    this.#write(JSON.stringify(message))
  }
}

import { isObject, messageOf, type HostLine, type JsonObject, type LinkedEntry } from 'raider'

/** The part of an MCP SDK transport that is used here. */
interface Link {
  start(): Promise<void>
  send(message: JsonObject): Promise<void>
  onmessage?: (message: JsonObject) => void
}

/** An MCP server that lives in the host: each message goes over the line and its reply comes back (Claude Code 2.1.332, seen). */
export class HostServer {
  readonly #name: string
  readonly #line: HostLine
  readonly #signal: AbortSignal
  #link: Link | undefined

  /** @param signal aborts when the session is over. */
  constructor(name: string, line: HostLine, signal: AbortSignal) {
    this.#name = name
    this.#line = line
    this.#signal = signal
  }

  /** The server as Raider takes it. */
  get entry(): LinkedEntry {
    return { type: 'sdk', instance: { connect: (transport) => this.#connect(transport) } }
  }

  /** A message that the server sends by itself, such as a change of its tools. */
  async hear(message: JsonObject): Promise<void> {
    await this.#link?.send(message)
  }

  #connect(link: Link): Promise<void> {
    this.#link = link
    link.onmessage = (message) => void this.#pass(message, link)
    return link.start()
  }

  async #pass(message: JsonObject, link: Link): Promise<void> {
    const { id } = message
    try {
      const { mcp_response: reply } = await this.#line.ask(
        { subtype: 'mcp_message', server_name: this.#name, message },
        this.#signal,
      )
      // What needs no reply is acknowledged with one that has no id.
      if (id !== undefined && isObject(reply)) await link.send(reply)
    } catch (thrown) {
      const error = { code: -32000, message: messageOf(thrown) }
      if (id !== undefined) await link.send({ jsonrpc: '2.0', id, error })
    }
  }
}

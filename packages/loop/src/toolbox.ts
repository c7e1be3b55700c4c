import type { Tool, ToolOffer } from '@raider/contracts'
import type { SessionParts } from './parts.js'

/** The tools of a session as they are now: those of MCP servers come and go. What is denied by its bare name is not there; what is so for a while only refuses calls. */
export class Toolbox {
  readonly #parts: Pick<SessionParts, 'changingTools' | 'permissions'>
  readonly #tools: readonly Tool[]
  #told: string | undefined

  constructor(parts: Pick<SessionParts, 'tools' | 'changingTools' | 'permissions'>) {
    this.#parts = parts
    this.#tools = parts.tools
  }

  /** Looks a tool up by name or alias. */
  find(name: string): Tool | undefined {
    const tool = named(this.#tools, name) ?? named(this.#changing(), name)
    return tool !== undefined && this.#parts.permissions.isFound(tool.name) ? tool : undefined
  }

  /** The tools as the model is told of them. */
  offers(): readonly ToolOffer[] {
    return [...this.#tools, ...this.#changing()]
      .filter((tool) => this.#parts.permissions.isOffered(tool.name))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  }

  /** Names of the tools offered, where they are others than at the last call. */
  news(): readonly string[] | undefined {
    const names = this.offers().map((offer) => offer.name)
    const told = names.join()
    if (told === this.#told) return undefined
    this.#told = told
    return names
  }

  #changing(): readonly Tool[] {
    return (this.#parts.changingTools?.() ?? []).filter((tool) => named(this.#tools, tool.name) === undefined)
  }
}

const named = (tools: readonly Tool[], wanted: string): Tool | undefined =>
  tools.find(({ name, aliases }) => name === wanted || aliases?.includes(wanted) === true)

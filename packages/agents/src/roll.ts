import { SparseMap, SparseSet, type Worktree } from '@raider/contracts'
import type { AgentDefinition } from './agent.js'
import type { AgentTask } from './agent-task.js'

/** A subagent that can be spoken to. */
export interface Member {
  readonly id: string
  /** By which its caller calls it, where it has one. */
  readonly name?: string
  readonly agent: AgentDefinition
  readonly description: string
  /** Where it worked, where that was kept. */
  readonly worktree?: Worktree
}

/** Subagents that are remembered; the oldest that does not work is forgotten first. */
const most = 1_000

/** The subagents of a session and its subagents, for messages to them. It keeps who they are, not what they did. */
export class Roll {
  readonly #members = new SparseMap<string, Member>()
  readonly #working = new SparseSet<string>()

  /** Takes a subagent up, or again; the function that comes back says that its work is over. */
  begin({ id, name, agent, description }: Pick<AgentTask, 'id' | 'name' | 'agent' | 'description'>): () => void {
    const known = this.#members.get(id)
    this.#members.delete(id)
    this.#members.set(id, known ?? { id, agent, description, ...(name !== undefined && { name }) })
    this.#working.add(id)
    this.#forget()
    return () => void this.#working.delete(id)
  }

  /** The subagent of an id, or the latest of a name. */
  find(to: string): Member | undefined {
    return this.#members.get(to) ?? [...this.#members.values()].findLast(({ name }) => name === to)
  }

  /** Notes where the work of a subagent lies; undefined where nothing was kept. */
  keep(id: string, worktree: Worktree | undefined): void {
    const known = this.#members.get(id)
    if (known === undefined) return
    const { worktree: _, ...member } = known
    this.#members.set(id, worktree === undefined ? member : { ...member, worktree })
  }

  isWorking(id: string): boolean {
    return this.#working.has(id)
  }

  #forget(): void {
    if (this.#members.size <= most) return
    for (const id of this.#members.keys()) {
      if (this.#working.has(id)) continue
      this.#members.delete(id)
      return
    }
  }
}

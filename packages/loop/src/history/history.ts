import {
  isReminder,
  renderNote,
  sortNotes,
  SparseSet,
  text,
  type AssistantBlock,
  type AssistantMessage,
  type EventBody,
  type Message,
  type Note,
  type Profile,
  type Receipt,
  type SealedCall,
  type ToolUseBlock,
  type UserBlock,
} from '@raider/contracts'
import { sealedContent } from '@raider/gate'
import type { Past } from './past.js'

/**
 * The conversation as the model gets it. What the user's side has to say is gathered in a draft and becomes one message when the
 * next request is made; messages never change afterwards.
 */
export class History {
  readonly #messages: Message[]
  readonly #draft: UserBlock[] = []
  readonly #noted: string[] = []
  readonly #memory = new SparseSet<string>()
  /** Blocks that answer no call: the provider wants results first. */
  readonly #trailing: UserBlock[] = []

  readonly #tell: (event: EventBody) => void | Promise<void>

  /**
   * @param tell hears of everything that is added on the user's side, but for results, which the gate tells of.
   * @param past the conversation that goes on.
   */
  constructor(tell: (event: EventBody) => void | Promise<void>, past?: Pick<Past, 'messages' | 'draft'>) {
    this.#tell = tell
    this.#messages = [...(past?.messages ?? [])]
    for (const block of past?.draft ?? []) (block.type === 'tool_result' ? this.#draft : this.#trailing).push(block)
  }

  get messages(): readonly Message[] {
    return this.#messages
  }

  /** Absolute paths of the memory files that were told of since the conversation began or was last replaced. */
  get memory(): readonly string[] {
    return [...this.#memory]
  }

  /** True where nobody has said anything yet. */
  get isEmpty(): boolean {
    return this.#messages.length + this.#draft.length + this.#trailing.length === 0
  }

  /** Adds a prompt, or other words of the user's side, after anything that is there. */
  async say(origin: 'prompt' | 'raider', ...content: readonly UserBlock[]): Promise<void> {
    this.#trailing.push(...content)
    await this.#tell({ type: 'user-message', origin, content })
  }

  /** Adds notes as reminders, each in a block of its own. */
  async note(notes: readonly Note[]): Promise<void> {
    this.#append(notes)
    for (const note of sortNotes(notes)) await this.#tell({ type: 'note', note })
  }

  /** The notes that do not stand in the conversation yet, in the same words: what a session says at its start was kept. */
  unsaid(notes: readonly Note[]): readonly Note[] {
    if (this.isEmpty) return notes
    const said = new Set([...this.#messages.flatMap(textsOf), ...this.#trailing.flatMap(textOf)])
    return notes.filter((note) => !said.has(renderNote(note)))
  }

  #append(notes: readonly Note[]): void {
    for (const note of sortNotes(notes)) {
      this.#trailing.push(text(renderNote(note)))
      this.#keep(note)
    }
  }

  #keep({ id, kind, source: { file } }: Note): void {
    this.#noted.push(id)
    if (kind === 'memory' && file !== undefined) this.#memory.add(file)
  }

  /** Adds the results of a batch, with their notes where the profile puts them. What a deferred call noted is kept for its resume. */
  async answer(calls: readonly SealedCall[], profile: Profile): Promise<void> {
    for (const call of calls) {
      if (call.status === 'deferred') continue
      this.#draft.push({
        type: 'tool_result',
        tool_use_id: call.id,
        content: sealedContent(call, profile),
        ...(call.result.isError && { is_error: true }),
      })
    }
    const answered = calls.filter((call) => call.status !== 'deferred')
    const notes = answered.flatMap((call) => call.notes)
    const inside = profile.notePlace === 'inside the result' ? notes.filter(isReminder) : []
    for (const note of inside) this.#keep(note)
    this.#append(notes.filter((note) => !inside.includes(note)))
    for (const call of calls) if (call.status === 'deferred') await this.note(call.notes)
  }

  /** Gives calls that wait for a decision a result: the conversation goes on without them. */
  giveUp(calls: readonly ToolUseBlock[], words: string): void {
    for (const { id } of calls)
      this.#draft.push({ type: 'tool_result', tool_use_id: id, content: [text(words)], is_error: true })
  }

  /** Turns the draft into a message and says which notes it carries. What a request that failed said goes with it. */
  flush(): readonly Receipt[] {
    const said = this.#draft.splice(0).concat(this.#trailing.splice(0))
    if (said.length > 0) {
      const unanswered = this.#messages.at(-1)?.role === 'user' ? this.#messages.pop() : undefined
      const before = unanswered?.role === 'user' ? unanswered.content : []
      this.#messages.push({ role: 'user', content: before.concat(said) })
    }
    const message = this.#messages.length - 1
    return this.#noted.splice(0).map((note) => ({ note, message }))
  }

  reply(message: AssistantMessage): void {
    this.#messages.push(message)
  }

  /** Puts other messages in the place of all that were sent. */
  replace(messages: readonly Message[]): void {
    this.#messages.splice(0, this.#messages.length, ...messages)
    this.#memory.clear()
  }
}

const textOf = (block: UserBlock | AssistantBlock): string | readonly never[] =>
  block.type === 'text' ? block.text : []

const textsOf = ({ role, content }: Message): readonly string[] => (role === 'user' ? content.flatMap(textOf) : [])

import {
  isReminder,
  renderNote,
  sortNotes,
  text,
  type AssistantMessage,
  type Message,
  type Note,
  type Profile,
  type Receipt,
  type SealedCall,
  type UserBlock,
} from '@raider/contracts'
import { sealedContent } from '@raider/gate'

/**
 * The conversation as the model gets it. What the user's side has to say is gathered in a draft and becomes one message when the
 * next request is made; messages never change afterwards.
 */
export class History {
  readonly #messages: Message[]
  readonly #draft: UserBlock[] = []
  readonly #noted: string[] = []
  /** Blocks that answer no call: the provider wants results first. */
  readonly #trailing: UserBlock[] = []

  constructor(messages: readonly Message[] = []) {
    this.#messages = [...messages]
  }

  get messages(): readonly Message[] {
    return this.#messages
  }

  /** Adds a prompt, or other words of the user's side, after anything that is there. */
  say(...blocks: readonly UserBlock[]): void {
    this.#trailing.push(...blocks)
  }

  /** Adds notes as reminders, each in a block of its own. */
  note(notes: readonly Note[]): void {
    for (const note of sortNotes(notes)) {
      this.#trailing.push(text(renderNote(note)))
      this.#noted.push(note.id)
    }
  }

  /** Adds the results of a batch, with their notes where the profile puts them. */
  answer(calls: readonly SealedCall[], profile: Profile): void {
    for (const call of calls) {
      if (call.status === 'deferred') continue
      this.#draft.push({
        type: 'tool_result',
        tool_use_id: call.id,
        content: sealedContent(call, profile),
        ...(call.result.isError && { is_error: true }),
      })
    }
    const notes = calls.flatMap((call) => call.notes)
    const inside = profile.notePlace === 'inside the result' ? notes.filter(isReminder) : []
    this.#noted.push(...inside.map((note) => note.id))
    this.note(notes.filter((note) => !inside.includes(note)))
  }

  /** Turns the draft into a message and says which notes it carries. */
  flush(): readonly Receipt[] {
    const content = [...this.#draft.splice(0), ...this.#trailing.splice(0)]
    if (content.length > 0) this.#messages.push({ role: 'user', content })
    const message = this.#messages.length - 1
    return this.#noted.splice(0).map((note) => ({ note, message }))
  }

  reply(message: AssistantMessage): void {
    this.#messages.push(message)
  }
}

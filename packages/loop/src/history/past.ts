import {
  isObject,
  permissionModes,
  text,
  type AssistantBlock,
  type JsonObject,
  type ListCall,
  type Message,
  type PermissionMode,
  type SeenFile,
  type SettingsNotice,
  type ToolUseBlock,
  type UserBlock,
} from '@raider/contracts'
import { PastFiles } from './past-files.js'
import { listCalls } from './past-lists.js'
import { assistantBlocks, userBlocks } from './transcript-block.js'
import { activeLines, parseTranscript, replyId, type TranscriptLine } from './transcript-line.js'

/** The last answer of the model. */
export interface LastReply {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly model: string
  /** Tokens of the request and the reply. */
  readonly tokens: number
}

/** A conversation as its transcript tells it. */
export interface Past {
  readonly messages: readonly Message[]
  /** What the user's side has said since the last reply. */
  readonly draft: readonly UserBlock[]
  /** Calls of the last reply that wait for a decision. */
  readonly deferred: readonly ToolUseBlock[]
  /** Ids of all calls, so that none is used again. */
  readonly callIds: readonly string[]
  /** Ids of calls whose result was never recorded; the model is told so in the draft. */
  readonly interrupted: readonly string[]
  /** Files that its calls showed or wrote. */
  readonly files: readonly SeenFile[]
  /** What its calls did to lists of tasks, in order. */
  readonly lists: readonly ListCall[]
  /** Absolute paths of the memory files that it holds. */
  readonly memory: readonly string[]
  readonly lastReply?: LastReply
  readonly mode?: PermissionMode
  readonly title?: string
  /** Id of the last line, which the next one follows. */
  readonly lastLine: string | null
}

/** What the model is told of a call that a crash cut off. It is never executed again. */
const interruptedText =
  'The session ended before the result of this call was recorded, so what became of it is unknown. Look before you rely on it or call it again.'

/** Reads a conversation from the text of its transcript. Takes time in proportion to its length. */
export function restore(transcript: string, of: 'session' | 'subagent' = 'session'): Past {
  const parsed = parseTranscript(transcript, of)
  const restoration = new Restoration()
  for (const line of activeLines(parsed)) restoration.take(line)
  const { title, lines } = parsed
  const lastLine = lines.at(-1)?.uuid ?? null
  return { ...restoration.end(), lists: listCalls(lines), lastLine, ...(title !== undefined && { title }) }
}

/** What the user is told of a conversation that a crash cut off. */
export const leftNotices = ({ interrupted }: Past): readonly Pick<SettingsNotice, 'level' | 'text'>[] =>
  interrupted.length === 0
    ? []
    : [
        {
          level: 'warning',
          text: `The session ended before the results of these calls were recorded, so what became of them is unknown; none is carried out again: ${interrupted.join(', ')}.`,
        },
      ]

/** Puts messages together line by line: a reply, then everything that the user's side says until the next one. */
class Restoration {
  readonly #messages: Message[] = []
  #replyId: string | undefined
  #reply: AssistantBlock[] = []
  #results: UserBlock[] = []
  #words: UserBlock[] = []
  /** The user has spoken since the reply began, so that it is over; results may come while it is still written. */
  #asked = false
  readonly #deferred = new Set<string>()
  readonly #interrupted: string[] = []
  readonly #files = new PastFiles()
  readonly #memory: string[] = []
  #lastReply: LastReply | undefined
  #mode: PermissionMode | undefined

  take(line: TranscriptLine): void {
    if (line.type === 'assistant') this.#takeReply(line)
    else if (line.type === 'user') this.#takeUser(line)
    else if (line.type === 'attachment' && isObject(line.body.attachment)) this.#takeAttachment(line.body)
  }

  end(): Omit<Past, 'lastLine' | 'lists' | 'title'> {
    const open = this.#openCalls()
    const deferred = open.filter((call) => this.#deferred.has(call.id))
    this.#interrupt(open.filter((call) => !this.#deferred.has(call.id)))
    this.#closeReply()
    return {
      messages: this.#messages,
      draft: [...this.#results, ...this.#words],
      deferred,
      interrupted: this.#interrupted,
      callIds: this.#messages.flatMap(callIds),
      files: this.#files.all(),
      memory: this.#memory,
      ...(this.#lastReply !== undefined && { lastReply: this.#lastReply }),
      ...(this.#mode !== undefined && { mode: this.#mode }),
    }
  }

  #takeReply(line: TranscriptLine): void {
    const { message, timestamp, isApiErrorMessage } = line.body
    if (!isObject(message) || message.model === '<synthetic>' || isApiErrorMessage === true) return
    const id = replyId(line)
    if (id !== this.#replyId || this.#asked) this.#closeExchange()
    this.#replyId = id
    const blocks = assistantBlocks(message.content)
    this.#files.take(line, blocks)
    this.#reply.push(...blocks)
    if (isObject(message.usage))
      this.#lastReply = {
        at: Date.parse(String(timestamp)) || 0,
        model: String(message.model),
        tokens: tokensOf(message.usage),
      }
  }

  #takeUser(line: TranscriptLine): void {
    const { message, permissionMode, isVisibleInTranscriptOnly } = line.body
    if (!isObject(message) || isVisibleInTranscriptOnly === true) return
    this.#mode = permissionModes.find((mode) => mode === permissionMode) ?? this.#mode
    const blocks = userBlocks(message.content)
    this.#files.take(line, blocks)
    for (const block of blocks) {
      this.#asked ||= block.type !== 'tool_result'
      const side = block.type === 'tool_result' ? this.#results : this.#words
      side.push(block)
    }
  }

  #takeAttachment({ attachment, rendered }: JsonObject): void {
    if (!isObject(attachment)) return
    if (attachment.type === 'hook_deferred_tool') this.#deferred.add(String(attachment.toolUseID))
    if (!replayed.has(attachment.type) || !Array.isArray(rendered)) return
    if (attachment.type === 'nested_memory') this.#memory.push(String(attachment.path))
    for (const { content } of rendered.filter(isObject))
      if (typeof content === 'string' && !this.#stands(content)) this.#words.push(text(content))
  }

  /** True for a note that its result already carries. */
  #stands(note: string): boolean {
    return this.#results.some(
      (block) =>
        block.type === 'tool_result' && block.content.some((part) => part.type === 'text' && part.text === note),
    )
  }

  #openCalls(): readonly ToolUseBlock[] {
    const answered = new Set(this.#results.map((block) => block.type === 'tool_result' && block.tool_use_id))
    return this.#reply.filter((block): block is ToolUseBlock => block.type === 'tool_use' && !answered.has(block.id))
  }

  #interrupt(calls: readonly ToolUseBlock[]): void {
    for (const { id } of calls) {
      this.#interrupted.push(id)
      this.#results.push({ type: 'tool_result', tool_use_id: id, content: [text(interruptedText)], is_error: true })
    }
  }

  #closeReply(): void {
    if (this.#reply.length === 0) return
    const id = this.#replyId
    this.#messages.push({ role: 'assistant', content: this.#reply, ...(id !== undefined && { id }) })
    this.#reply = []
  }

  #closeExchange(): void {
    this.#interrupt(this.#openCalls())
    this.#closeReply()
    const content = [...this.#results, ...this.#words]
    if (content.length > 0) this.#messages.push({ role: 'user', content })
    this.#results = []
    this.#words = []
    this.#asked = false
  }
}

const callIds = ({ content }: Message): readonly string[] =>
  content.flatMap((block) => (block.type === 'tool_use' ? block.id : []))

/** Attachments whose text the model has read and shall read again; others tell of a setup that may have changed. */
const replayed: ReadonlySet<unknown> = new Set([
  'hook_additional_context',
  'hook_success',
  'nested_memory',
  'instructions',
  'queued_command',
])

function tokensOf(usage: JsonObject): number {
  const counts = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return counts.reduce((sum, name) => sum + (typeof usage[name] === 'number' ? usage[name] : 0), 0)
}

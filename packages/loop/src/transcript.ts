import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  messageOf,
  type AssistantBlock,
  type EventBody,
  type JsonObject,
  type Note,
  type RaiderEvent,
  type StopReason,
  type Usage,
} from '@raider/contracts'
import type { SessionFacts } from './scope.js'

/** The version of the layout that lines claim, for readers that look at it. */
const layoutVersion = '2.1.332'

/**
 * The conversation as a file in Claude Code's own JSONL layout (2.1.332, seen), which hooks find as `transcript_path`. Lines are
 * written at once, so that a hook which starts afterwards reads them. It is a courtesy to such hooks: the journal is the record.
 */
export class Transcript {
  readonly #facts: SessionFacts
  readonly #mode: () => string
  readonly #cwd: () => string
  #file: number | undefined
  #failed = false
  #parent: string | null = null
  #promptId: string | undefined
  /** Lines of the calls that are open, by id. */
  readonly #callLines = new Map<string, string>()

  constructor(facts: SessionFacts, mode: () => string, cwd: () => string) {
    this.#facts = facts
    this.#mode = mode
    this.#cwd = cwd
  }

  /** Takes an event down. Returns a notice where the file cannot be written; the run goes on without it. */
  record(event: RaiderEvent): EventBody | undefined {
    const lines = this.#linesOf(event)
    if (lines.length === 0 || this.#failed) return undefined
    try {
      writeSync(this.#open(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return undefined
    } catch (error) {
      this.#failed = true
      const text = `The transcript ${this.#facts.transcriptPath} cannot be written (${messageOf(error)}); hooks will not find it.`
      return { type: 'notice', level: 'warning', text }
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): number {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#facts.transcriptPath), { recursive: true, mode: 0o700 })
      this.#file = openSync(this.#facts.transcriptPath, 'a', 0o600)
    }
    return this.#file
  }

  #linesOf(event: RaiderEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'run-start': {
        this.#promptId = event.promptId
        const [only] = event.prompt
        const content = event.prompt.length === 1 && only?.type === 'text' ? only.text : event.prompt
        return [this.#line(event, 'user', { message: { role: 'user', content }, permissionMode: this.#mode() })]
      }
      case 'model-reply':
        return event.content.map((block) => this.#reply(event, block))
      case 'tool-result':
        return [this.#result(event), ...event.notes.map((note) => this.#note(event, note))]
      case 'note':
        return [this.#note(event, event.note)]
      default:
        return []
    }
  }

  #reply(event: RaiderEvent & { type: 'model-reply' }, block: AssistantBlock): JsonObject {
    const line = this.#line(event, 'assistant', {
      message: {
        id: event.messageId,
        type: 'message',
        role: 'assistant',
        model: event.model,
        content: [block.type === 'opaque' ? block.block : block],
        stop_reason: stopReasons[event.stopReason],
        stop_sequence: null,
        usage: usageOf(event.usage),
      },
    })
    if (block.type === 'tool_use') this.#callLines.set(block.id, String(line.uuid))
    return line
  }

  #result(event: RaiderEvent & { type: 'tool-result' }): JsonObject {
    const source = this.#callLines.get(event.id)
    this.#callLines.delete(event.id)
    const result = {
      type: 'tool_result',
      tool_use_id: event.id,
      content: event.content,
      ...(event.isError && { is_error: true }),
    }
    return this.#line(event, 'user', {
      message: { role: 'user', content: [result] },
      toolUseResult: event.structured ?? event.content,
      ...(source !== undefined && { sourceToolAssistantUUID: source }),
    })
  }

  #note(event: RaiderEvent, note: Note): JsonObject {
    const attachment =
      note.kind === 'memory'
        ? { type: 'nested_memory', path: note.source.file ?? note.source.name, content: note.text }
        : { type: 'hook_additional_context', content: [note.text], hookName: note.source.name, toolUseID: note.callId }
    return this.#line(event, 'attachment', { attachment })
  }

  #line(event: RaiderEvent, type: string, body: JsonObject): JsonObject {
    const uuid = randomUUID()
    const { agent, session } = this.#facts
    const line = {
      parentUuid: this.#parent,
      isSidechain: agent !== undefined,
      ...(agent !== undefined && { agentId: agent.id }),
      ...(this.#promptId !== undefined && { promptId: this.#promptId }),
      type,
      ...body,
      uuid,
      timestamp: event.time,
      userType: 'external',
      entrypoint: 'raider',
      cwd: this.#cwd(),
      sessionId: session,
      version: layoutVersion,
      gitBranch: '',
    }
    this.#parent = uuid
    return line
  }
}

const stopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-use': 'tool_use',
  'max-tokens': 'max_tokens',
  'stop-sequence': 'stop_sequence',
  refusal: 'refusal',
  pause: 'pause_turn',
  'context-limit': 'model_context_window_exceeded',
}

const usageOf = (usage: Usage): JsonObject => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  cache_read_input_tokens: usage.cacheReadTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
})

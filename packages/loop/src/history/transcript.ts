import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  apiBlock,
  apiStopReasons,
  apiUsage,
  messageOf,
  referenceVersion,
  renderNote,
  SparseMap,
  type AssistantBlock,
  type EventBody,
  type JsonObject,
  type Note,
  type RaiderEvent,
} from '@raider/contracts'
import { makeFolderSync } from '@raider/disk'
import { newId } from '../id.js'
import type { SessionAccess, SessionFacts } from '../scope.js'

/**
 * The conversation as a file in Claude Code's own JSONL layout (2.1.332, seen), which hooks find as `transcript_path`. Lines are
 * written at once, so that a hook which starts afterwards reads them. It is a courtesy to such hooks: the journal is the record.
 */
export class Transcript {
  readonly #facts: SessionFacts
  readonly #path: string
  readonly #access: Pick<SessionAccess, 'cwd' | 'mode'>
  #file: number | undefined
  #failed = false
  #parent: string | null
  #promptId: string | undefined
  /** Lines of the calls that are open, by id. */
  readonly #callLines = new SparseMap<string, string>()

  /**
   * @param path absolute; that of a subagent is another than its hooks get.
   * @param lastLine id of the line that the next one follows, in a file that goes on.
   */
  constructor(facts: SessionFacts, path: string, access: Pick<SessionAccess, 'cwd' | 'mode'>, lastLine: string | null) {
    this.#parent = lastLine
    this.#facts = facts
    this.#path = path
    this.#access = access
  }

  /** Takes an event down. Returns a notice where the file cannot be written; the run goes on without it. */
  record(event: RaiderEvent): EventBody | undefined {
    const lines = this.#linesOf(event)
    // A session whose prompt is refused is one to go on with all the same.
    if (this.#failed || (lines.length === 0 && event.type !== 'run-start')) return undefined
    try {
      writeSync(this.#open(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return undefined
    } catch (error) {
      this.#failed = true
      const text = `The transcript ${this.#path} cannot be written (${messageOf(error)}); hooks will not find it.`
      return { type: 'notice', level: 'warning', text }
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): number {
    if (this.#file === undefined) {
      makeFolderSync(dirname(this.#path), 0o700)
      this.#file = openSync(this.#path, 'a+', 0o600)
      if (isTorn(this.#file)) writeSync(this.#file, '\n')
    }
    return this.#file
  }

  #linesOf(event: RaiderEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'run-start':
        this.#promptId = event.promptId
        return []
      case 'user-message':
        return [this.#words(event)]
      case 'model-reply':
        return event.content.map((block) => this.#reply(event, block))
      case 'tool-result':
        return [this.#result(event), ...event.notes.map((note) => this.#note(event, note))]
      case 'note':
        return [this.#note(event, event.note)]
      case 'call-deferred':
        return [this.#deferred(event)]
      case 'compaction':
        return this.#compaction(event)
      case 'title-change':
        return [{ type: 'custom-title', customTitle: event.title, sessionId: event.session }]
      default:
        return []
    }
  }

  #words(event: RaiderEvent & { type: 'user-message' }): JsonObject {
    const { origin, content } = event
    const [only] = content
    const said = content.length === 1 && only?.type === 'text' ? only.text : content
    const about = origin === 'prompt' ? { permissionMode: this.#access.mode() } : { isMeta: true }
    return this.#line(event, 'user', { message: { role: 'user', content: said }, ...about })
  }

  #deferred(event: RaiderEvent & { type: 'call-deferred' }): JsonObject {
    const { id, name, input } = event
    const attachment = { type: 'hook_deferred_tool', toolUseID: id, toolName: name, toolInput: input }
    return this.#line(event, 'attachment', { attachment: { ...attachment, permissionMode: this.#access.mode() } })
  }

  /** A new beginning: readers go no further back. What was kept is written again after it. */
  #compaction(event: RaiderEvent & { type: 'compaction' }): readonly JsonObject[] {
    const { trigger, tokensBefore: preTokens, durationMs, messages } = event
    const before = this.#parent
    this.#parent = null
    const boundary = this.#line(event, 'system', {
      subtype: 'compact_boundary',
      logicalParentUuid: before,
      content: 'The conversation was compacted.',
      level: 'info',
      compactMetadata: { trigger, preTokens, durationMs },
    })
    const kept = messages.map((message, index) =>
      this.#line(event, message.role, {
        message: { ...message, content: message.content.map(apiBlock) },
        ...(index === 0 && { isCompactSummary: true }),
      }),
    )
    return [boundary, ...kept]
  }

  #reply(event: RaiderEvent & { type: 'model-reply' }, block: AssistantBlock): JsonObject {
    const line = this.#line(event, 'assistant', {
      message: {
        id: event.messageId,
        type: 'message',
        role: 'assistant',
        model: event.model,
        content: [apiBlock(block)],
        stop_reason: apiStopReasons[event.stopReason],
        stop_sequence: null,
        usage: apiUsage(event.usage),
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
    return this.#line(event, 'attachment', { attachment, rendered: [{ content: renderNote(note) }] })
  }

  #line(event: RaiderEvent, type: string, body: JsonObject): JsonObject {
    const uuid = newId()
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
      cwd: this.#access.cwd(),
      sessionId: session,
      // The layout that the lines follow, for readers that look at it.
      version: referenceVersion,
      gitBranch: '',
    }
    this.#parent = uuid
    return line
  }
}

/** True where a crash cut the last line. */
function isTorn(file: number): boolean {
  const { size } = fstatSync(file)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
}

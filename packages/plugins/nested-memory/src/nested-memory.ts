import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  type CallEnding,
  isObject,
  type Note,
  type Opening,
  type Plugin,
  type PluginSteps,
  type PromptDraft,
  type RaiderEvent,
  type SessionScope,
  type StepScope,
} from '@raider/contracts'
import { readText } from '@raider/disk'
import { readIndex } from './auto-memory.js'
import { parseMemory } from './document.js'
import { isTelling, loadEvent, type MemoryFile, type Occasion } from './memory.js'
import { mentionedFiles } from './mention.js'
import { changeReminder, startReminder, touchReminder } from './reminder.js'
import { createShelf, homeOf, type NestedMemoryOptions } from './setup.js'
import { ShownFiles } from './shown.js'
import type { Shelf } from './shelf.js'

/**
 * Brings CLAUDE.md files and rules to the model: those of the user, the project folder and the folders above it with
 * the first prompt, those of a folder below with the first touch of a file there, each once in a session.
 */
export const nestedMemory = (options: NestedMemoryOptions = {}): Plugin => ({
  name: 'nested-memory',
  create: async (session) =>
    isOff(session) ? {} : new MemorySteps(session, await createShelf(session, options), options),
})

const isOff = ({ env }: SessionScope): boolean => ['1', 'true'].includes(env['CLAUDE_CODE_DISABLE_CLAUDE_MDS'] ?? '')

const none: readonly never[] = []

/** The memory files of one session. */
class MemorySteps implements PluginSteps {
  readonly #session: SessionScope
  readonly #shelf: Shelf
  readonly #autoMemoryDir: string | undefined
  readonly #shown = new ShownFiles()
  #ready: readonly Note[] = none
  /** Files that were shown once more after a compaction: what lies beside them comes with the next prompt or call. */
  #recalled: readonly string[] = none
  /** After a compaction the files of the start come with the next request, if there is one (Claude Code 2.1.332, seen). */
  #due: readonly MemoryFile[] = none

  constructor(session: SessionScope, shelf: Shelf, { autoMemoryDir }: NestedMemoryOptions) {
    this.#session = session
    this.#shelf = shelf
    this.#autoMemoryDir = autoMemoryDir
  }

  async open(opening: Opening): Promise<Opening> {
    const { source, known = [] } = opening
    if (source === 'compact' || source === 'clear') {
      this.#shelf.reset()
      this.#shown.clear()
    }
    const files = await this.#startFiles()
    for (const path of known) this.#shelf.know(path)
    if (source === 'compact') {
      this.#due = files
      return opening
    }
    const notes = await this.#begin(files, 'session_start')
    return notes.length === 0 ? opening : { ...opening, notes: [...opening.notes, ...notes] }
  }

  /** Hooks hear of the files beside a mentioned one even where they refuse the prompt (Claude Code 2.1.332, seen). */
  async beforePrompt({ text }: PromptDraft, scope: StepScope): Promise<undefined> {
    const session = this.#session
    this.#keep(await this.#besideRecalled())
    // What another agent says is read for nobody (Claude Code 2.1.332, seen).
    if (session.agent !== undefined) return
    const evenMissing = session.profile.memoryTrigger !== 'successful'
    for (const path of await mentionedFiles(text, scope.cwd(), homeOf(session), evenMissing))
      if (mayRead(path, session)) await this.#mentioned(path)
  }

  onEvent(event: RaiderEvent): void | Promise<void> {
    if (event.type !== 'note' || event.note.source.kind !== 'tool') return undefined
    const { kind, source } = event.note
    if (source.file === undefined) return undefined
    // What was read for a prompt on the word of a skill.
    if (kind === 'prompt') return this.#mentioned(source.file)
    if (kind !== 'session') return undefined
    this.#shelf.know(source.file)
    this.#recalled = [...this.#recalled, source.file]
  }

  /** Not with the verdict on the prompt: where another plugin refuses that, its notes are lost. */
  pending(): readonly Note[] | Promise<readonly Note[]> {
    const [notes, due] = [this.#ready, this.#due]
    this.#ready = this.#due = none
    return due.length === 0 ? notes : this.#begin(due, 'compact').then((begun) => [...begun, ...notes])
  }

  async afterTool(ending: CallEnding): Promise<CallEnding> {
    const notes = [...(await this.#besideRecalled())]
    const { id, touches, input } = ending.call
    const isOver = ending.outcome.status === 'ok'
    const namesFile = 'file_path' in input
    for (const { path, access } of isTrigger(ending, this.#session) ? touches : []) {
      // A command may go well without the file that it should show.
      if (!namesFile && !existsSync(path)) continue
      if (isOver) this.#know(path)
      notes.push(...(await this.#touch(path, isOver && access === 'read' && namesFile, id)))
    }
    if (ending.call.tool?.parallel?.(input) !== true) notes.push(...(await this.#changed(id)))
    return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
  }

  async #startFiles(): Promise<readonly MemoryFile[]> {
    const files = (await this.#shelf.start()).filter(isTelling)
    if (this.#session.agent?.startsBare) return none
    const kept = this.#autoMemoryDir === undefined ? undefined : await readIndex(this.#autoMemoryDir)
    return kept === undefined ? files : [...files, kept]
  }

  /** The files of the start, as one note; none where they say nothing. */
  async #begin(files: readonly MemoryFile[], reason: 'session_start' | 'compact'): Promise<readonly Note[]> {
    await this.#tell(files, { reason })
    const reminder = startReminder(files)
    return reminder === undefined ? none : [createNote(reminder)]
  }

  async #tell(files: readonly MemoryFile[], occasion: Occasion): Promise<void> {
    for (const file of files) await this.#session.emit(loadEvent(file, occasion))
  }

  async #touch(path: string, isRead: boolean, callId?: string): Promise<readonly Note[]> {
    const files = (await this.#shelf.touched(path, isRead)).filter(isTelling)
    await this.#tell(files, { reason: 'nested_traversal', trigger: path })
    for (const { path: file } of files) this.#shown.keep(file)
    return files.map((file) => createNote(touchReminder(file), file.path, callId))
  }

  /** The model has read or written the file itself. */
  #know(path: string): void {
    this.#shelf.know(path)
    if (this.#shown.has(path)) this.#shown.keep(path)
  }

  /** Files that a touch brought in and that a call or somebody else has changed; hooks hear nothing of it (Claude Code 2.1.332, seen). */
  async #changed(callId: string): Promise<readonly Note[]> {
    const notes: Note[] = []
    for (const path of this.#shown.takeChanged()) {
      const found = await readText(path)
      const { text } = await parseMemory(found.is === 'text' ? found.text : '')
      if (text.trim() !== '') notes.push(createNote(changeReminder(path, text), path, callId))
    }
    return notes
  }

  async #mentioned(path: string): Promise<void> {
    this.#shelf.know(path)
    this.#keep(await this.#touch(path, true))
  }

  async #besideRecalled(): Promise<readonly Note[]> {
    const paths = this.#recalled
    this.#recalled = none
    const notes: Note[] = []
    for (const path of paths) notes.push(...(await this.#touch(path, true)))
    return notes
  }

  #keep(notes: readonly Note[]): void {
    if (notes.length > 0) this.#ready = [...this.#ready, ...notes]
  }
}

const mayRead = (path: string, session: SessionScope): boolean =>
  session.permit?.({
    tool: 'Read',
    input: { file_path: path },
    origin: 'built-in',
    paths: [{ path, access: 'read' }],
    cwd: session.cwd(),
  }).behavior !== 'deny'

const searches: readonly string[] = ['Glob', 'Grep']

function isTrigger({ call, outcome, result }: CallEnding, { profile }: SessionScope): boolean {
  // A command that showed nothing has read nothing.
  if (call.touches.length === 0 || (isObject(result.structured) && result.structured['stdout'] === '')) return false
  if (profile.memoryTrigger === 'successful') return outcome.status === 'ok' && !result.isError
  if (searches.includes(call.name)) return false
  return outcome.status === 'ok' || (outcome.status === 'failed' && 'file_path' in call.input)
}

const createNote = (text: string, file?: string, callId?: string): Note => ({
  id: randomUUID(),
  kind: 'memory',
  text,
  source: { kind: 'memory', name: file ?? 'memory files', ...(file !== undefined && { file }) },
  ...(callId !== undefined && { callId }),
})

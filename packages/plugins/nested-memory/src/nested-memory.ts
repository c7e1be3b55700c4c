import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  type CallEnding,
  isObject,
  type Note,
  type Plugin,
  type PluginSteps,
  type SessionScope,
} from '@raider/contracts'
import { readIndex } from './auto-memory.js'
import { isTelling, loadEvent, type MemoryFile, type Occasion } from './memory.js'
import { mentionedFiles } from './mention.js'
import { startReminder, touchReminder } from './reminder.js'
import { createShelf, homeOf } from './setup.js'
import type { NestedMemoryOptions } from './setup.js'

/**
 * Brings CLAUDE.md files and rules to the model: those of the user, the project folder and the folders above it with
 * the first prompt, those of a folder below with the first touch of a file there, each once in a session.
 */
export const nestedMemory = (options: NestedMemoryOptions = {}): Plugin => ({
  name: 'nested-memory',
  create: (session) => (isOff(session) ? {} : createSteps(session, options)),
})

const isOff = ({ env }: SessionScope): boolean => ['1', 'true'].includes(env['CLAUDE_CODE_DISABLE_CLAUDE_MDS'] ?? '')

async function createSteps(session: SessionScope, options: NestedMemoryOptions): Promise<PluginSteps> {
  const shelf = await createShelf(session, options)
  let ready: Note[] = []
  /** Files that were shown once more after a compaction: what lies beside them comes with the next prompt or call. */
  const recalled: string[] = []
  /** After a compaction by hand the start's files are read when the next prompt comes (Claude Code 2.1.332, seen). */
  let isDue = false

  const tell = async (files: readonly MemoryFile[], occasion: Occasion): Promise<void> => {
    for (const file of files) await session.emit(loadEvent(file, occasion))
  }
  const touch = async (path: string, isRead: boolean, callId?: string): Promise<readonly Note[]> => {
    const files = (await shelf.touched(path, isRead)).filter(isTelling)
    await tell(files, { reason: 'nested_traversal', trigger: path })
    return files.map((file) => createNote(touchReminder(file), file.path, callId))
  }
  const mentioned = (path: string): Promise<readonly Note[]> => {
    shelf.know(path)
    return touch(path, true)
  }

  /** The files of the start, as one note; none where they say nothing. */
  const begin = async (reason: 'session_start' | 'compact'): Promise<readonly Note[]> => {
    const files = (await shelf.start()).filter(isTelling)
    if (session.agent?.startsBare) return []
    const kept = options.autoMemoryDir === undefined ? undefined : await readIndex(options.autoMemoryDir)
    if (kept !== undefined) files.push(kept)
    await tell(files, { reason })
    const reminder = startReminder(files)
    return reminder === undefined ? [] : [createNote(reminder)]
  }
  const beside = async (paths: readonly string[]): Promise<readonly Note[]> => {
    const notes: Note[] = []
    for (const path of paths) notes.push(...(await touch(path, true)))
    return notes
  }
  const takeRecalled = (): readonly string[] => recalled.splice(0)

  return {
    open: async (opening) => {
      const { source, trigger, known = [] } = opening
      if (source === 'compact' || source === 'clear') shelf.reset()
      isDue = trigger === 'manual'
      const notes = isDue ? [] : await begin(source === 'compact' ? 'compact' : 'session_start')
      for (const path of known) shelf.know(path)
      return notes.length === 0 ? opening : { ...opening, notes: [...opening.notes, ...notes] }
    },
    // Hooks hear of the files beside a mentioned one even where they refuse the prompt (Claude Code 2.1.332, seen).
    beforePrompt: async ({ text }, scope) => {
      if (isDue) ready.push(...(await begin('compact')))
      isDue = false
      ready.push(...(await beside(takeRecalled())))
      const evenMissing = session.profile.memoryTrigger !== 'successful'
      for (const path of await mentionedFiles(text, scope.cwd(), homeOf(session), evenMissing))
        if (mayRead(path, session)) ready.push(...(await mentioned(path)))
      return undefined
    },
    onEvent: async (event) => {
      if (event.type !== 'note' || event.note.source.kind !== 'tool') return
      const { kind, source } = event.note
      if (source.file === undefined) return
      // What was read for a prompt on the word of a skill.
      if (kind === 'prompt') ready.push(...(await mentioned(source.file)))
      if (kind !== 'session') return
      shelf.know(source.file)
      recalled.push(source.file)
    },
    // Not with the verdict on the prompt: where another plugin refuses that, its notes are lost.
    pending: () => {
      const notes = ready
      ready = []
      return notes
    },
    afterTool: async (ending) => {
      const notes: Note[] = [...(await beside(takeRecalled()))]
      const { id, touches, input } = ending.call
      const isOver = ending.outcome.status === 'ok'
      const namesFile = 'file_path' in input
      for (const { path, access } of isTrigger(ending, session) ? touches : []) {
        // A command may go well without the file that it should show.
        if (!namesFile && !existsSync(path)) continue
        if (isOver) shelf.know(path)
        notes.push(...(await touch(path, isOver && access === 'read' && namesFile, id)))
      }
      return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
    },
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

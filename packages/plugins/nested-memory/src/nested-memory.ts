import { randomUUID } from 'node:crypto'
import type { CallEnding, Note, Plugin, PluginSteps, SessionScope } from '@raider/contracts'
import { loadEvent } from './memory.js'
import type { MemoryFile, Occasion } from './memory.js'
import { mentionedFiles } from './mention.js'
import { isTelling, startReminder, touchReminder } from './reminder.js'
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

const isOff = ({ env }: SessionScope): boolean => env['CLAUDE_CODE_DISABLE_CLAUDE_MDS'] === '1'

async function createSteps(session: SessionScope, options: NestedMemoryOptions): Promise<PluginSteps> {
  const shelf = await createShelf(session, options)
  let ready: Note[] = []

  const tell = async (files: readonly MemoryFile[], occasion: Occasion): Promise<void> => {
    for (const file of files) await session.emit(loadEvent(file, occasion))
  }
  const touch = async (path: string, callId?: string): Promise<readonly Note[]> => {
    const files = await shelf.touched(path)
    await tell(files, { reason: 'nested_traversal', trigger: path })
    return files.filter(isTelling).map((file) => createNote(touchReminder(file), file.path, callId))
  }

  return {
    open: async (opening) => {
      const { source } = opening
      if (source === 'compact' || source === 'clear') shelf.reset()
      const files = await shelf.start()
      if (session.agent?.startsBare) return opening
      await tell(files, { reason: source === 'compact' ? 'compact' : 'session_start' })
      const reminder = startReminder(files)
      return reminder === undefined ? opening : { ...opening, notes: [...opening.notes, createNote(reminder)] }
    },
    beforePrompt: async (prompt, scope) => {
      for (const path of await mentionedFiles(prompt.text, scope.cwd(), homeOf(session))) {
        ready.push(...(await touch(path)))
      }
      return undefined
    },
    // Not with the verdict on the prompt: where another plugin refuses that, its notes are lost.
    pending: () => {
      const notes = ready
      ready = []
      return notes
    },
    afterTool: async (ending) => {
      if (!isTrigger(ending, session)) return ending
      const notes: Note[] = []
      for (const { path } of ending.call.touches) notes.push(...(await touch(path, ending.call.id)))
      return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
    },
  }
}

function isTrigger({ call, outcome, result }: CallEnding, { profile }: SessionScope): boolean {
  if (call.touches.length === 0) return false
  if (profile.memoryTrigger === 'executed') return outcome.status === 'ok' || outcome.status === 'failed'
  return outcome.status === 'ok' && !result.isError
}

const createNote = (text: string, file?: string, callId?: string): Note => ({
  id: randomUUID(),
  kind: 'memory',
  text,
  source: { kind: 'memory', name: file ?? 'memory files', ...(file !== undefined && { file }) },
  ...(callId !== undefined && { callId }),
})

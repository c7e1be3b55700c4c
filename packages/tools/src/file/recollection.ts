import { randomUUID } from 'node:crypto'
import {
  isToolFailure,
  plainText,
  type CallScope,
  type Note,
  type SeenFile,
  type Tool,
  type ToolState,
} from '@raider/contracts'
import { recordView } from './file-view.js'
import { loadFile } from './loaded-file.js'

/** Files of an earlier conversation that are looked at, the latest ones. */
const mostKnown = 100

/** Notes what the model knows of files from an earlier conversation; what was changed since counts as such. */
export async function knowFiles(state: ToolState, files: readonly SeenFile[]): Promise<void> {
  for (const { path, at, partial } of files.slice(-mostKnown)) {
    const file = await loadFile(path)
    if (file.kind !== 'file') continue
    if (file.mtimeMs <= at) recordView(state, file, { partial })
    else state.files.set(file.real, { mtimeMs: at, digest: '', partial })
  }
}

/** What comes back: so many files, so many characters of them together (Claude Code 2.1.332, seen). */
const most = { files: 5, characters: 200_000 }

/**
 * Shows the files again that a conversation was about, as they are now, once it is a summary: those that were changed last, within
 * the rules for reading. The model knows no others any more.
 * @param memory absolute paths of memory files that the model got beside others.
 */
export async function recallFiles(read: Tool, memory: readonly string[], scope: CallScope): Promise<readonly Note[]> {
  const { state } = scope
  await knowFiles(
    state,
    memory.map((path) => ({ path, at: Infinity, partial: true })),
  )
  // What changes is what is worked on; of the others the one that was seen last goes before.
  const latest = [...state.files].toReversed().toSorted(([, a], [, b]) => b.mtimeMs - a.mtimeMs)
  state.files.clear()
  const notes: Note[] = []
  let left = most.characters
  for (const [path] of latest.slice(0, most.files)) {
    const content = await show(path, left, read, scope)
    if (content === undefined) continue
    left -= content.length
    const text = `Content of ${path}, as it is now:\n${content}`
    notes.push({ id: randomUUID(), kind: 'session', text, source: { kind: 'tool', name: read.name, file: path } })
  }
  return notes
}

const tooLong = 'It is too long to stand here once more: read what you need of it.'

/** A file as Read shows it, or why it does not fit; undefined where the rules or its kind keep it away, or it is gone. */
async function show(path: string, room: number, read: Tool, scope: CallScope): Promise<string | undefined> {
  const input = { file_path: path }
  const paths = [{ path, access: 'read' }] as const
  const { behavior } = scope.permit({ tool: read.name, input, origin: read.origin, paths, cwd: scope.cwd() })
  if (behavior === 'deny' || (await loadFile(path)).kind !== 'file') return undefined
  try {
    const content = plainText(read.render?.(await read.run(input, scope), input) ?? [])
    if (content.length > room) return tooLong
    return content === '' ? undefined : content
  } catch (thrown) {
    if (isToolFailure(thrown)) return tooLong
    throw thrown
  }
}

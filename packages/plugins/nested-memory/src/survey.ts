import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { EventBody } from '@raider/contracts'
import { markdownBelow } from '@raider/disk'
import { createExclusion, excludedWhy } from './exclusion.js'
import { isTelling } from './memory.js'
import { readIndex } from './auto-memory.js'
import { createShelf, type MemoryScope, type NestedMemoryOptions } from './setup.js'

/** A memory file that exists, and when a session would have it. */
export interface SurveyedFile {
  /** Absolute. */
  readonly file: string
  readonly bytes: number
  /** `start`: with the first prompt. `touch`: with a file of its folder. `match`: with a file its `paths` mean. `never`: see `why`. */
  readonly comes: 'start' | 'touch' | 'match' | 'never'
  /** Why it does not come at once. */
  readonly why?: string
  /** It would come, but cannot be used, or is kept out by settings or for want of an approval. */
  readonly cause?: 'broken' | 'kept out'
}

/** Folders that are looked through, at most. */
const maxFolders = 20_000
/** Folders in which nobody keeps instructions of the project. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git'])
const ownNames: readonly string[] = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md']

const agentsWhy = 'AGENTS.md counts where it is asked for (--agents-file) and the project has no CLAUDE.md'

/** Looks at all memory files that sessions in a folder could load. Loads none into a session. */
export async function surveyMemory(
  scope: Omit<MemoryScope, 'emit'>,
  options: NestedMemoryOptions = {},
): Promise<readonly SurveyedFile[]> {
  const found = new Map<string, SurveyedFile>()
  const add = async (file: string, comes: SurveyedFile['comes'], more: Pick<SurveyedFile, 'why' | 'cause'> = {}) => {
    if (!found.has(file)) found.set(file, { file, bytes: await bytesOf(file), comes, ...more })
  }
  const leftOut = new Map<string, Pick<SurveyedFile, 'why' | 'cause'>>()
  const emit = (event: EventBody): void => {
    if (event.type === 'notice' && event.source?.file !== undefined)
      leftOut.set(event.source.file, {
        why: event.text,
        cause: event.level === 'warning' ? 'broken' : 'kept out',
      })
  }
  const shelf = await createShelf({ ...scope, emit }, options, (path, parent) =>
    leftOut.set(path, { why: `${parent} imports it, and it is not there`, cause: 'broken' }),
  )
  for (const file of await shelf.start()) {
    if (isTelling(file)) await add(file.path, 'start')
    else await add(file.path, 'never', { why: 'it says nothing' })
  }
  const notes = options.autoMemoryDir === undefined ? undefined : await readIndex(options.autoMemoryDir)
  if (notes !== undefined) await add(notes.path, 'start')
  for (const { path, globs } of shelf.waiting())
    await add(path, 'match', { why: `it waits for a file that matches ${globs.join(', ')}` })
  for (const [file, more] of leftOut) await add(file, 'never', more)
  const isExcluded = await createExclusion(scope.settings)
  for (const { file, folder } of await memoryBelow(scope.projectDir)) {
    if (isExcluded(file)) await add(file, 'never', { why: excludedWhy, cause: 'kept out' })
    else if (basename(file) === 'AGENTS.md' && !shelf.hasAgents) await add(file, 'never', { why: agentsWhy })
    else await add(file, 'touch', { why: `it waits for a file in ${folder}` })
  }
  return [...found.values()]
}

const bytesOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    // Instructions of managed settings stand in no file of their own.
    () => 0,
  )

/** Memory files of folders below a folder. */
async function memoryBelow(top: string): Promise<readonly { readonly file: string; readonly folder: string }[]> {
  const files: { readonly file: string; readonly folder: string }[] = []
  const folders = [top]
  for (let at = 0; at < folders.length && at < maxFolders; at++) {
    const dir = folders[at] ?? top
    const isConfig = dir.endsWith('/.claude')
    const folder = isConfig ? dirname(dir) : dir
    if (isConfig) for (const file of await markdownBelow(join(dir, 'rules'))) files.push({ file, folder })
    for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(join(dir, entry.name))
      else if (entry.isFile() && ownNames.includes(entry.name)) files.push({ file: join(dir, entry.name), folder })
    }
  }
  return files
}

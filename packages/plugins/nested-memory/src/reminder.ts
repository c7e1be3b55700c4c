import { isTelling, type MemoryFile, type MemoryKind } from './memory.js'

const kinds: Readonly<Record<MemoryKind, string>> = {
  Managed: 'instructions of the organisation',
  User: 'private instructions of the user, for every project',
  Project: 'instructions of this project, kept with its files',
  Local: 'private instructions of the user, for this project',
  Auto: 'notes that you kept in earlier sessions',
}

const heading =
  'The memory files below hold instructions of the user and of the project. Follow them; where they differ from your defaults, they win.'

/** The text for the first user message; undefined where no file says anything. */
export function startReminder(files: readonly MemoryFile[]): string | undefined {
  const entries = files
    .filter(isTelling)
    .map((file) => `Contents of ${file.path} (${kinds[file.kind]}):\n\n${file.text.trim()}`)
  return entries.length === 0 ? undefined : [heading, ...entries].join('\n\n')
}

/** The text for a file that a touch brought in. */
export const touchReminder = (file: MemoryFile): string => `Contents of ${file.path}:\n\n${file.text.trim()}`

/** The text for a file that was changed after a touch had brought it in. */
export const changeReminder = (path: string, text: string): string =>
  `${path} has changed. Contents now:\n\n${text.trim()}`

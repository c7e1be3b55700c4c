import type { Source } from './source.js'

/** What a note is about; it fixes the order in which notes follow a tool result. */
export type NoteKind =
  | 'memory'
  | 'before-tool'
  | 'after-tool'
  | 'after-batch'
  | 'prompt'
  | 'stop'
  | 'session'
  | 'background'
  | 'skill'

/** Text for the model that a plugin adds beside a result or a prompt; rendered as one `<system-reminder>` block, a skill's body as it is. */
export interface Note {
  /** Unique in the session; receipts name it. */
  readonly id: string
  readonly kind: NoteKind
  readonly text: string
  readonly source: Source
  /** The call it belongs to, where there is one. */
  readonly callId?: string
  /** It tells why the run ends: void where the run goes on all the same. */
  readonly ends?: true
}

const order: readonly NoteKind[] = [
  'session',
  'memory',
  'before-tool',
  'after-tool',
  'after-batch',
  'background',
  'skill',
  'prompt',
  'stop',
]

/** Notes in the order in which the model reads them; equal kinds keep their order. */
export const sortNotes = (notes: readonly Note[]): readonly Note[] =>
  notes.length < 2 ? notes : notes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))

/** False for the body of a skill that was asked for: it speaks with the user's voice, and stands after the results. */
export const isReminder = ({ kind }: Note): boolean => kind !== 'skill'

/** The block text of a note. */
export const renderNote = (note: Note): string =>
  isReminder(note) ? `<system-reminder>\n${note.text}\n</system-reminder>` : note.text

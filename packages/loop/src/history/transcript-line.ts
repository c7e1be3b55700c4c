import { isObject, type JsonObject } from '@raider/contracts'

/** A line of a transcript that belongs to the conversation. */
export interface TranscriptLine {
  readonly type: 'user' | 'assistant' | 'attachment' | 'system'
  readonly uuid: string
  readonly parentUuid: string | null
  readonly body: JsonObject
}

/** What a transcript file holds. */
interface TranscriptText {
  /** Lines of the conversation in the order of the file. */
  readonly lines: readonly TranscriptLine[]
  /** Parents of all lines that have an id: the list runs through kinds that nobody here knows. */
  readonly parents: ReadonlyMap<string, string | null>
  /** Title that the user gave the session. */
  readonly title?: string
}

const kinds: ReadonlySet<unknown> = new Set(['user', 'assistant', 'attachment', 'system'])

/**
 * Takes a transcript apart: Raider's own or one of Claude Code (2.1.332, seen), whose vendor calls the layout internal. Lines that
 * are torn or of an unknown kind are skipped.
 * @param of whose lines count: files of sessions may hold some of subagents too, and files of subagents hold only theirs.
 */
export function parseTranscript(text: string, of: 'session' | 'subagent'): TranscriptText {
  const lines: TranscriptLine[] = []
  const parents = new Map<string, string | null>()
  let title: string | undefined
  for (const body of jsonLines(text)) {
    if (body.type === 'custom-title' && typeof body.customTitle === 'string') title = body.customTitle
    const { uuid, parentUuid, isSidechain } = body
    if (typeof uuid !== 'string' || (isSidechain === true) !== (of === 'subagent')) continue
    const parent = typeof parentUuid === 'string' ? parentUuid : null
    parents.set(uuid, parent)
    if (kinds.has(body.type)) lines.push({ type: body.type as TranscriptLine['type'], uuid, parentUuid: parent, body })
  }
  return { lines, parents, ...(title !== undefined && { title }) }
}

/** The objects of a JSONL text; what is none is skipped. */
function* jsonLines(text: string): Generator<JsonObject> {
  for (const line of text.split('\n')) {
    const value = parsed(line)
    if (isObject(value)) yield value
  }
}

function parsed(line: string): unknown {
  if (line === '') return undefined
  try {
    return JSON.parse(line)
  } catch {
    // A line that a crash tore: what stands before and after it still counts.
    return undefined
  }
}

/** Lines that count now: since the last compaction, and without the branches that a rewind left behind. */
export function activeLines({ lines, parents }: TranscriptText): readonly TranscriptLine[] {
  const boundary = lines.findLastIndex((line) => line.type === 'system' && line.body.subtype === 'compact_boundary')
  const recent = lines.slice(boundary + 1)
  const trunk = ancestors(recent.at(-1)?.uuid ?? null, parents)
  const replies = new Set(recent.filter((line) => trunk.has(line.uuid)).flatMap((line) => replyId(line) ?? []))
  // Blocks of one reply and results of its calls may hang beside the trunk: calls run in parallel.
  const siblings = recent.filter((line) => trunk.has(line.uuid) || replies.has(replyId(line) ?? ''))
  const calls = new Set(siblings.flatMap(callIds))
  const kept = new Set(siblings)
  return recent.filter((line) => kept.has(line) || resultIds(line).some((id) => calls.has(id)))
}

function ancestors(leaf: string | null, parents: TranscriptText['parents']): ReadonlySet<string> {
  const found = new Set<string>()
  for (let uuid = leaf; uuid !== null && !found.has(uuid); uuid = parents.get(uuid) ?? null) found.add(uuid)
  return found
}

/** The provider's id of the reply that an assistant line is a block of. */
export const replyId = ({ type, uuid, body }: TranscriptLine): string | undefined => {
  if (type !== 'assistant' || !isObject(body.message)) return undefined
  return typeof body.message.id === 'string' ? body.message.id : uuid
}

const callIds = (line: TranscriptLine): readonly string[] => idsIn(line, 'tool_use', 'id')
const resultIds = (line: TranscriptLine): readonly string[] => idsIn(line, 'tool_result', 'tool_use_id')

function idsIn({ body }: TranscriptLine, type: string, key: string): readonly string[] {
  const content = isObject(body.message) ? body.message.content : undefined
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) => {
    const id = isObject(block) && block.type === type ? block[key] : undefined
    return typeof id === 'string' ? id : []
  })
}

/** Title of the session that a transcript tells of. */
export const titleOf = (text: string): string | undefined => parseTranscript(text, 'session').title

/** The transcript as that of another session. */
export function copyTranscript(text: string, session: string): string {
  const lines = [...jsonLines(text)].map((body) => ('sessionId' in body ? { ...body, sessionId: session } : body))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

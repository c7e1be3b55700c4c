import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isToolFailure, plainText, type CallScope, type Note, type Tool } from '@raider/contracts'

const mention = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"'`]+))/g

/** The paths behind `@`, as they are written, without the punctuation of the sentence around them. */
export const mentionsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, quoted, bare = '']) => quoted ?? bare.replace(/[.,;:!?)\]}]+$/, ''))),
]

/**
 * Reads the files a text mentions, by the Read tool and within its rules, for the model to have beside the text. What is no file
 * is no mention.
 * @param by whose text it is: what a user names may be read where a file's word would not do.
 */
export async function readMentions(
  text: string,
  read: Tool,
  scope: CallScope,
  by: 'user' | 'file',
): Promise<readonly Note[]> {
  const notes: Note[] = []
  for (const path of mentionsIn(text)) {
    const passage = await passageAt(path, scope)
    const content = passage === undefined ? undefined : await contentOf(passage, read, scope, by)
    if (passage === undefined || content === undefined) continue
    const { file_path: file } = passage
    notes.push({
      id: randomUUID(),
      kind: 'prompt',
      text: `Content of ${file}, mentioned as @${path}:\n${content}`,
      source: { kind: 'tool', name: read.name, file },
    })
  }
  return notes
}

/** A file, or some of its lines, as Read takes them. */
type Passage = { readonly file_path: string; readonly offset?: number; readonly limit?: number }

const fragment = /^([^#]+)#(?:L(\d+)(?:-(\d*))?$)?/

/** `a.md#L2` is one line of the file, `a.md#L2-5` are four; behind any other `#` stands nothing that counts (seen). */
async function passageAt(path: string, scope: CallScope): Promise<Passage | undefined> {
  const whole = await fileAt(path, scope)
  if (whole !== undefined) return { file_path: whole }
  const [, name, first, last = ''] = fragment.exec(path) ?? []
  const file = name === undefined ? undefined : await fileAt(name, scope)
  if (file === undefined || first === undefined) return file === undefined ? undefined : { file_path: file }
  const limit = last === '' ? 1 : Number(last) - Number(first) + 1
  return { file_path: file, offset: Number(first), limit: Math.max(1, limit) }
}

async function fileAt(path: string, scope: CallScope): Promise<string | undefined> {
  const home = scope.env['HOME']
  const file = resolve(scope.cwd(), home !== undefined && path.startsWith('~/') ? `${home}${path.slice(1)}` : path)
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() === true ? file : undefined
}

async function contentOf(
  input: Passage,
  read: Tool,
  scope: CallScope,
  by: 'user' | 'file',
): Promise<string | undefined> {
  const paths = [{ path: input.file_path, access: 'read' }] as const
  const { behavior } = scope.permit({ tool: read.name, input, origin: read.origin, paths, cwd: scope.cwd() })
  const isFree = by === 'user' && scope.profile.mentionReach === 'what is not denied'
  if (behavior === 'deny' || (behavior === 'ask' && !isFree)) return undefined
  try {
    return plainText(read.render?.(await read.run(input, scope), input) ?? [])
  } catch (thrown) {
    if (isToolFailure(thrown)) return thrown.message
    throw thrown
  }
}

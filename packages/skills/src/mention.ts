import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isToolFailure, plainText, type CallScope, type Note, type Permit, type Tool } from '@raider/contracts'

/** What reads the files that texts mention. */
export interface Reader {
  /** The Read tool. */
  readonly tool: Tool
  readonly permit: Permit
}

const mention = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"'`]+))/g

/** The paths behind `@`, as they are written, without the punctuation of the sentence around them. */
export const mentionsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, quoted, bare = '']) => quoted ?? bare.replace(/[.,;:!?)\]}]+$/, ''))),
]

/**
 * Reads the files a text mentions, by the Read tool and within its rules, for the model to have beside the text. What is no file
 * is no mention.
 */
export async function readMentions(text: string, reader: Reader, scope: CallScope): Promise<readonly Note[]> {
  const notes: Note[] = []
  for (const path of mentionsIn(text)) {
    const file = await fileAt(path, scope)
    const content = file === undefined ? undefined : await contentOf(file, reader, scope)
    if (file === undefined || content === undefined) continue
    const source = { kind: 'tool', name: reader.tool.name, file } as const
    notes.push({
      id: randomUUID(),
      kind: 'prompt',
      text: `Content of ${file}, mentioned as @${path}:\n${content}`,
      source,
    })
  }
  return notes
}

async function fileAt(path: string, scope: CallScope): Promise<string | undefined> {
  const home = scope.env['HOME']
  const file = resolve(scope.cwd(), home !== undefined && path.startsWith('~/') ? `${home}${path.slice(1)}` : path)
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() === true ? file : undefined
}

async function contentOf(file: string, { tool, permit }: Reader, scope: CallScope): Promise<string | undefined> {
  const input = { file_path: file }
  const paths = [{ path: file, access: 'read' }] as const
  const { behavior } = permit({ tool: tool.name, input, origin: tool.origin, paths, cwd: scope.cwd() })
  if (behavior !== 'allow') return undefined
  try {
    return plainText(tool.render?.(await tool.run(input, scope), input) ?? [])
  } catch (thrown) {
    if (isToolFailure(thrown)) return thrown.message
    throw thrown
  }
}

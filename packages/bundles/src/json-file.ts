import { readFile } from 'node:fs/promises'
import type { Profile } from '@raider/contracts'
import { parseDocument, type Document } from '@raider/settings'

/** A JSON file: what it holds, why it cannot be read, or undefined where there is none. */
export type JsonFile = Document | { readonly problem: string } | undefined

/** Reads a file that must hold one JSON object. */
export async function readJson(file: string, profile: Profile): Promise<JsonFile> {
  let source: string
  try {
    source = await readFile(file, 'utf8')
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { problem: message }
  }
  const document = parseDocument(source, profile)
  if (!('unparsable' in document)) return document
  const { problem, line, column } = document.unparsable
  return { problem: `line ${line}, column ${column}: ${problem}` }
}

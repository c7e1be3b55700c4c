import type { Profile } from '@raider/contracts'
import { readText } from '@raider/disk'
import { parseDocument, type Document } from '@raider/settings'

/** A JSON file: what it holds, why it cannot be read, or undefined where there is none. */
type JsonFile = Document | { readonly problem: string } | undefined

/** Reads a file that must hold one JSON object. */
export async function readJson(file: string, profile: Profile): Promise<JsonFile> {
  const found = await readText(file)
  if (found.is === 'missing') return undefined
  if (found.is === 'unusable') return { problem: found.problem }
  const document = parseDocument(found.text, profile)
  if (!('unparsable' in document)) return document
  const { problem, line, column } = document.unparsable
  return { problem: `line ${line}, column ${column}: ${problem}` }
}

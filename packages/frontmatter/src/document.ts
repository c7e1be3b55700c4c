import { isObject, type JsonObject } from '@raider/contracts'

/** A Markdown file, taken apart. */
export interface Markdown {
  /** What stands on top; empty where nothing does, undefined where it is no YAML object. */
  readonly fields: JsonObject | undefined
  readonly body: string
}

/** Takes the text of a Markdown file apart. */
export async function readMarkdown(raw: string): Promise<Markdown> {
  const { yaml, body } = splitFrontmatter(raw)
  if (yaml === undefined || yaml.trim() === '') return { fields: {}, body }
  const fields = await parseFrontmatter(yaml)
  return { fields: isObject(fields) ? fields : undefined, body }
}

const fence = /^\uFEFF?---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A text and the YAML that stood above it between two lines of `---`; undefined where there was none. */
export function splitFrontmatter(raw: string): { yaml: string | undefined; body: string } {
  const match = fence.exec(raw)
  return match ? { yaml: match[1] ?? '', body: raw.slice(match[0].length) } : { yaml: undefined, body: raw }
}

/**
 * The value of YAML frontmatter; undefined where it cannot be parsed. Unquoted globs such as `paths: **\/*.ts` and texts with a
 * colon are no YAML, but common: they count as if quoted.
 */
export async function parseFrontmatter(yaml: string): Promise<unknown> {
  const { parse } = await import('yaml')
  for (const text of [yaml, quoteGlobs(spaced(yaml))]) {
    try {
      return parse(text, { logLevel: 'error', uniqueKeys: false }) as unknown
    } catch {
      // The quoted text is next; after it the frontmatter counts as malformed.
    }
  }
  return undefined
}

/** Tabs may not indent YAML, yet they do. */
const spaced = (yaml: string): string => yaml.replaceAll(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '))

const quoteGlobs = (yaml: string): string =>
  yaml.replaceAll(
    /^([ \t]*(?:[\w-]+:|-)[ \t]+)([*!&%@`].*|[{[](?:.*[^\]}\s])?[ \t]*|[^"'\s[{|>].*: .*)$/gm,
    (_, key: string, value: string) => key + JSON.stringify(value.trim()),
  )

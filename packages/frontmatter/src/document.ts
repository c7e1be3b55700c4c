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
 * The value of YAML frontmatter; undefined where it cannot be parsed. Unquoted globs such as `paths: **\/*.ts`, texts with a
 * colon and hints such as `[file] [line]` are no YAML, but common: they count as if quoted.
 */
export async function parseFrontmatter(yaml: string): Promise<unknown> {
  const { parse } = await import('yaml')
  for (const text of [yaml, quoted(spaced(yaml))]) {
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

/** Quotes the values that are no YAML; a field may stand in an item of a list. */
const quoted = (yaml: string): string =>
  yaml.replaceAll(/^([ \t]*(?:-[ \t]+)*(?:[\w-]+:[ \t]+)?)(\S.*?)[ \t]*$/gm, (line, before: string, value: string) =>
    before.trim() !== '' && isNoYaml(value) ? before + JSON.stringify(value) : line,
  )

function isNoYaml(value: string): boolean {
  if (/^[|>]/.test(value)) return !/^[|>][-+\d]*(?:[ \t]+#.*)?$/.test(value)
  if (/^["']/.test(value)) return value.at(-1) !== value[0] && /[[\]{}*&#!|>%@`]|: /.test(value)
  // One collection, or something that only begins or ends like one.
  if (/^[[{]/.test(value)) return !/[\]}]$/.test(value) || /^[[{][^[\]{}]*[\]}][ \t]*[^#\s]/.test(value)
  return /^[*!&%@`]|: /.test(value)
}

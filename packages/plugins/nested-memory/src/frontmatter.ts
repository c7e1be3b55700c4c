const fence = /^---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A text and the YAML that stood above it between two lines of `---`; undefined where there was none. */
export function splitFrontmatter(raw: string): { yaml: string | undefined; body: string } {
  const match = fence.exec(raw)
  return match ? { yaml: match[1] ?? '', body: raw.slice(match[0].length) } : { yaml: undefined, body: raw }
}

/**
 * The value of YAML frontmatter; undefined where it cannot be parsed. Unquoted globs such as `paths: **\/*.ts` are no
 * YAML, but common: they count as if quoted.
 */
export async function parseFrontmatter(yaml: string): Promise<unknown> {
  const { parse } = await import('yaml')
  for (const text of [yaml, quoteGlobs(yaml)]) {
    try {
      return parse(text, { logLevel: 'error' }) as unknown
    } catch {
      // The quoted text is next; after it the frontmatter counts as malformed.
    }
  }
  return undefined
}

const quoteGlobs = (yaml: string): string =>
  yaml.replaceAll(
    /^(\s*(?:[\w-]+:|-)[ \t]+)([*{[!&%@`|>].*)$/gm,
    (_, key: string, value: string) => key + JSON.stringify(value.trim()),
  )

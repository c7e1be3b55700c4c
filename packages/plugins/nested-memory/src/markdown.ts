import type { Token, Tokens } from 'marked'

/** What a memory file says, and which files it names as `@path`. */
export interface Markdown {
  readonly text: string
  /** As written, without `@`, escapes and fragment. */
  readonly imports: readonly string[]
}

/**
 * Takes block-level HTML comments out and finds imports. As seen in Claude Code 2.1.332: inline comments and those in
 * code stay, and an import stands at the start of a run of text or after white space, never in code or HTML.
 */
export async function readMarkdown(source: string): Promise<Markdown> {
  // Most files have neither: loading and running a Markdown parser for them would cost more than all the rest.
  if (!source.includes('@') && !source.includes('<!--')) return { text: source, imports: [] }
  const { lexer } = await import('marked')
  const parts: string[] = []
  const imports = new Set<string>()
  for (const token of lexer(source, { gfm: false })) {
    const rest = isComment(token) ? token.raw.replaceAll(/<!--[^]*?-->/g, '') : undefined
    if (rest !== undefined && rest.trim() === '') continue
    parts.push(rest ?? token.raw)
    for (const path of rest === undefined ? importsIn(token) : pathsIn(rest)) imports.add(path)
  }
  return { text: parts.join(''), imports: [...imports] }
}

const isComment = (token: Token): boolean => token.type === 'html' && token.raw.trimStart().startsWith('<!--')

function importsIn(token: Token): readonly string[] {
  if (['code', 'codespan', 'html', 'image'].includes(token.type)) return []
  const children = token.type === 'list' ? (token as Tokens.List).items : 'tokens' in token ? token.tokens : undefined
  return children ? children.flatMap(importsIn) : token.type === 'text' ? pathsIn(token.raw) : []
}

function pathsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?:^|\s)@((?:\\ |[^\s\\])+)/g), ([, path = '']) =>
    path.replace(/#.*$/, '').replaceAll('\\ ', ' '),
  ).filter((path) => path !== '')
}

import type TurndownService from 'turndown'

let converter: Promise<TurndownService> | undefined

/** HTML as Markdown, without scripts and styles. */
export const markdownOf = async (html: string): Promise<string> => {
  converter ??= loadConverter()
  return (await converter).turndown(html)
}

/** Loaded with the first page: most sessions need none. */
const loadConverter = async (): Promise<TurndownService> => {
  const { default: Turndown } = await import('turndown')
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  return service.remove(['script', 'style', 'noscript', 'iframe', 'template'])
}

/** True for media types that are text. */
export const isText = (type: string): boolean =>
  type.startsWith('text/') || /^application\/(?:(?:[\w.-]+\+)?(?:json|xml)|javascript|x-ndjson|yaml|x-yaml)$/.test(type)

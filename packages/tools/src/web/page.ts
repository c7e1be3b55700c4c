import { ToolFailure } from '@raider/contracts'
import type { PageAnswer } from './page-request.js'

/** A page, or where it went. */
type Page =
  | { readonly kind: 'page'; readonly url: string; readonly answer: PageAnswer }
  /** On another host: whether to go there is a question of its own. */
  | { readonly kind: 'moved'; readonly url: string; readonly target: string; readonly answer: PageAnswer }

/** Redirects that are followed. */
const maxRedirects = 10
const maxUrlChars = 2000

/** The URL of a page that may be fetched. Throws `ToolFailure`. */
export const pageUrl = (source: string, isPrivate: (host: string) => boolean): URL => {
  if (!URL.canParse(source) || source.length > maxUrlChars)
    throw new ToolFailure(`Invalid URL: ${source.slice(0, 200)}`)
  const url = new URL(source)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ToolFailure(`Unsupported protocol ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new ToolFailure('Invalid URL: it holds a user name or password.')
  // Servers of the user's own seldom have a certificate.
  if (!isPrivate(url.hostname)) url.protocol = 'https:'
  return url
}

/** Gets a page and follows redirects that stay on its host. */
export const getPage = async (start: URL, isPrivate: (host: string) => boolean, signal: AbortSignal): Promise<Page> => {
  // Loaded with the first page: most sessions need no network of their own.
  const { requestPage } = await import('./page-request.js')
  let url = start
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await requestPage(url, isPrivate(url.hostname), signal)
    if (answer.code < 300 || answer.code > 399 || answer.location === undefined)
      return { kind: 'page', url: url.href, answer }
    const target = new URL(answer.location, url)
    if (!staysOnHost(url, target)) return { kind: 'moved', url: url.href, target: target.href, answer }
    url = target
  }
  throw new ToolFailure(`${start.href} redirects more than ${maxRedirects} times.`)
}

/** `www.` counts for nothing; protocol and port do. */
const staysOnHost = (from: URL, to: URL): boolean =>
  to.protocol === from.protocol &&
  to.port === from.port &&
  to.username === '' &&
  to.password === '' &&
  bareHost(to) === bareHost(from)

const bareHost = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

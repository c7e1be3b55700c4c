import { matchesPieces } from './pattern.js'

/**
 * Does a URL match a pattern of the settings, such as `https://*.example.com/*`? A star stands for any text; hosts are compared
 * without regard to case. Takes time linear in the URL.
 */
export const matchesUrl = (pattern: string, url: string): boolean =>
  matchesPieces(foldHost(pattern).split('*'), foldHost(url))

const foldHost = (url: string): string => url.replace(/^[^/]*\/\/[^/]*/, (origin) => origin.toLowerCase())

import { resolve } from 'node:path'
import type { Hook } from './hook.js'

/**
 * The files that FileChanged hooks name: every piece of a matcher is a file name in the current folder, so that `*` is a file called
 * `*`. A hook without a matcher names none, and runs for whatever else is watched (seen).
 */
export const watchList = (hooks: readonly Hook[], cwd: string): readonly string[] => {
  const matchers = hooks.flatMap(({ event, matcher }) => (event === 'FileChanged' && matcher ? [matcher] : []))
  const names = matchers.flatMap((matcher) => matcher.split('|')).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== '').map((name) => resolve(cwd, name)))]
}

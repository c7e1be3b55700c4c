import { appendFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, readText } from '@raider/disk'
import { runChild } from '@raider/process'

/** What git says depends on. */
interface GitPlace {
  /** A folder in the repository. */
  readonly cwd: string
  readonly homeDir: string
  readonly env: Readonly<Record<string, string>>
}

/** The line that Claude Code adds (2.1.332, seen). */
const line = '**/.claude/settings.local.json'

/** Time for a question to git, in milliseconds. */
const timeoutMs = 5000

/**
 * Adds the local settings to the user's global list of what git leaves out, where the repository does not leave them out already.
 * Without git, or outside a repository, there is nothing to do. Rejects where the list cannot be written.
 */
export async function excludeLocalSettings(file: string, place: GitPlace, signal: AbortSignal): Promise<void> {
  const git = (...args: readonly string[]) =>
    runChild({ file: 'git', args, cwd: place.cwd, env: place.env, timeoutMs }, signal)
  // 1: a file that git would carry; 0: one that it leaves out; anything else: no repository, no git.
  if ((await git('check-ignore', '--quiet', file)).code !== 1) return
  const set = (await git('config', '--get', '--path', 'core.excludesFile')).stdout.trim()
  const list = set === '' ? join(place.env.XDG_CONFIG_HOME || join(place.homeDir, '.config'), 'git', 'ignore') : set
  const found = await readText(list)
  if (found.is === 'unusable') throw new Error(`${list} cannot be read: ${found.problem}`)
  const before = found.is === 'text' ? found.text : ''
  await makeFolder(dirname(list))
  await appendFile(list, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`)
}

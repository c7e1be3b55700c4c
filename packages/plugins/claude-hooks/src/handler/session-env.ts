import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '@raider/contracts'
import { makeFolder, readTextSync } from '@raider/disk'
import type { HookEvent } from '../events.js'
import type { HookScope } from '../scope.js'

/** Where the files lie that hooks write variables for later commands into. */
const folderOf = ({ configDir, session }: Pick<HookScope, 'configDir' | 'session'>): string =>
  join(configDir, 'session-env', session)

/**
 * Path for CLAUDE_ENV_FILE of one hook; the folder is made, the file is the hook's to write. Undefined, and told, where there can
 * be no such folder: the hook runs without.
 */
export const createEnvFile = async (scope: HookScope, event: HookEvent, index: number): Promise<string | undefined> => {
  const folder = folderOf(scope)
  try {
    await makeFolder(folder, 0o700)
    return join(folder, `${event.toLowerCase()}-hook-${index}.sh`)
  } catch (thrown) {
    const text = `Hooks of ${event} have no CLAUDE_ENV_FILE, since its folder cannot be made: ${messageOf(thrown)}.`
    await scope.emit({ type: 'notice', level: 'warning', text })
    return undefined
  }
}

/**
 * What the hooks of a session wrote into their CLAUDE_ENV_FILE so far: shell text to put before a command. Of files of one event
 * the later one wins. Empty where there is none.
 */
export const sessionEnvironment = (scope: Pick<HookScope, 'configDir' | 'session'>): string => {
  const folder = folderOf(scope)
  const files = list(folder).filter((name) => name.endsWith('.sh'))
  const sorted = files.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return sorted.map((name) => textIn(join(folder, name))).join('\n')
}

const textIn = (file: string): string => {
  const found = readTextSync(file)
  return found.is === 'text' ? found.text : ''
}

const list = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw thrown
  }
}

import os from 'node:os'
import { isAbsolute } from 'node:path'
import { messageOf, RaiderError } from '@raider/contracts'
import { managedDirOf } from '@raider/settings'
import type { RaiderOptions } from './option.js'

/** What Raider takes from the process it lives in, unless the host says otherwise. The one place that looks. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir: string
  readonly cwd: string
  readonly isRoot: boolean
  /** False where the file system takes `A` and `a` for one name. */
  readonly caseSensitive: boolean
}

/** The process that Raider runs in. */
export const currentHost = (): Host => ({
  env: process.env,
  get homeDir() {
    return homeOf(process.env)
  },
  get cwd() {
    return currentFolder()
  },
  isRoot: process.getuid?.() === 0,
  caseSensitive: process.platform !== 'darwin',
})

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const message = `The current folder is gone (${messageOf(cause)}): go to one that exists, or name one by \`cwd\`.`
    throw new RaiderError('bad-option', message, { cause })
  }
}

/**
 * The user's home folder: HOME where that is an absolute path, else what the system knows. A relative one would make the project's
 * own settings those of the user, who is trusted.
 * @throws RaiderError `bad-option` where there is neither.
 */
export function homeOf({ HOME: home }: Host['env']): string {
  if (home !== undefined && isAbsolute(home)) return home
  try {
    return os.userInfo().homedir
  } catch (cause) {
    const found = home === undefined ? 'not set' : 'no absolute path'
    const message = `There is no home folder: HOME is ${found}, and the system knows none of this user. Set HOME.`
    throw new RaiderError('bad-option', message, { cause })
  }
}

/** Folder of the organisation's files. */
export const managedDirFor = ({ settings }: Pick<RaiderOptions, 'settings'>): string =>
  settings?.managedDir ?? managedDirOf(process.platform)

/** The host's surroundings, with what the options put in their place. */
export function hostOf(options: Pick<RaiderOptions, 'env' | 'homeDir' | 'cwd'>): Host {
  const host = currentHost()
  const { env = host.env } = options
  const homeDir = options.homeDir ?? (env.HOME === undefined ? host.homeDir : homeOf(env))
  return {
    // Plugins look there as well.
    env: env.HOME === undefined || isAbsolute(env.HOME) ? env : { ...env, HOME: homeDir },
    homeDir,
    cwd: options.cwd ?? host.cwd,
    isRoot: host.isRoot,
    caseSensitive: host.caseSensitive,
  }
}

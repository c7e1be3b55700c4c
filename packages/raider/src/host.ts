import os from 'node:os'
import { messageOf, RaiderError } from '@raider/contracts'
import type { RaiderOptions } from './option.js'

/** What Raider takes from the process it lives in, unless the host says otherwise. The one place that looks. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir: string
  readonly cwd: string
  readonly isRoot: boolean
}

export const currentHost = (): Host => ({
  env: process.env,
  homeDir: os.homedir(),
  get cwd() {
    return currentFolder()
  },
  isRoot: process.getuid?.() === 0,
})

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const message = `The current folder is gone (${messageOf(cause)}): go to one that exists, or name one by \`cwd\`.`
    throw new RaiderError('bad-option', message, { cause })
  }
}

/** The host's surroundings, with what the options put in their place. */
export function hostOf(options: Pick<RaiderOptions, 'env' | 'homeDir' | 'cwd'>): Host {
  const host = currentHost()
  return {
    env: options.env ?? host.env,
    homeDir: options.homeDir ?? options.env?.HOME ?? host.homeDir,
    cwd: options.cwd ?? host.cwd,
    isRoot: host.isRoot,
  }
}

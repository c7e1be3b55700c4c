import os from 'node:os'

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
  cwd: process.cwd(),
  isRoot: process.getuid?.() === 0,
})

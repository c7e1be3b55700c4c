import { homedir } from 'node:os'

/** What a program without a loop has its hooks take from the process, unless it says otherwise. */
interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir: string
}

export const currentHost = (): Host => ({ env: process.env, homeDir: homedir() })

import type { ServerSource } from '@raider/contracts'

/** A server as somebody declared it, before its entry is read. */
export interface DeclaredServer {
  readonly name: string
  readonly source: ServerSource
  readonly value: unknown
  /** File that declares it; absent for the command line and the host. */
  readonly file?: string
  /** Variables that its entry may name beside those of the environment, such as `CLAUDE_PLUGIN_ROOT`. */
  readonly variables?: Readonly<Record<string, string>>
}

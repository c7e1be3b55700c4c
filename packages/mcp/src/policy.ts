import { isObject, type JsonObject, type Settings } from '@raider/contracts'
import { matchesUrl } from '@raider/permissions'
import type { DeclaredServer } from './declaration.js'
import type { ServerEntry } from './entry.js'

/** What settings say about servers; true lets one be started. */
export type ServerPolicy = (server: DeclaredServer, entry: ServerEntry) => boolean

/**
 * Reads `disabledMcpjsonServers`, `allowedMcpServers`, `deniedMcpServers` and `allowManagedMcpServersOnly`. A denial wins; an allow
 * list that is there and empty lets nothing through. Servers of this process are the host's own and not looked at.
 */
export const serverPolicy = ({ merged, layers }: Pick<Settings, 'merged' | 'layers'>): ServerPolicy => {
  const managed = layers.find((layer) => layer.name === 'managed')?.value
  const allowing = merged.allowManagedMcpServersOnly === true ? (managed ?? {}) : merged
  const allowed = patternsOf(allowing.allowedMcpServers)
  const denied = patternsOf(merged.deniedMcpServers) ?? []
  const disabled = Array.isArray(merged.disabledMcpjsonServers) ? merged.disabledMcpjsonServers : []
  return (server, entry) => {
    if (entry.type === 'sdk') return true
    if (server.source === 'project' && disabled.includes(server.name)) return false
    if (denied.some((pattern) => matches(pattern, server.name, entry))) return false
    return allowed === undefined || isAllowed(allowed, server.name, entry)
  }
}

const patternsOf = (value: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined

/** A name alone is not enough where the list says which commands, or which addresses, are meant. */
const isAllowed = (allowed: readonly JsonObject[], name: string, entry: ServerEntry): boolean => {
  const key = entry.type === 'stdio' ? 'serverCommand' : 'serverUrl'
  const exact = allowed.filter((pattern) => key in pattern)
  return (exact.length > 0 ? exact : allowed).some((pattern) => matches(pattern, name, entry))
}

const matches = (pattern: JsonObject, name: string, entry: ServerEntry): boolean => {
  const { serverName, serverCommand, serverUrl } = pattern
  if (serverName !== undefined) return serverName === name
  if (Array.isArray(serverCommand))
    return entry.type === 'stdio' && JSON.stringify(serverCommand) === JSON.stringify([entry.command, ...entry.args])
  return typeof serverUrl === 'string' && 'url' in entry && matchesUrl(serverUrl, entry.url)
}

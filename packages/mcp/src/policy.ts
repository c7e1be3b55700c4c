import { isObject, type JsonObject, type Settings } from '@raider/contracts'
import { matchesUrl } from '@raider/permissions'
import type { DeclaredServer } from './declaration.js'
import type { ServerEntry } from './entry.js'

/** What settings say against a server; undefined lets it be started. */
type ServerPolicy = (server: DeclaredServer, entry: ServerEntry) => string | undefined

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
    if (entry.type === 'sdk') return undefined
    if (server.source === 'project' && disabled.includes(server.name)) return 'disabledMcpjsonServers names it'
    if (denied.some((pattern) => matches(pattern, server.name, entry))) return 'deniedMcpServers means it'
    if (allowed === undefined || isAllowed(allowed, server.name, entry)) return undefined
    return 'allowedMcpServers does not mean it'
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

import type { Settings } from '@raider/contracts'
import type { DeclaredServer } from './declaration.js'
import { parseEntry, type ServerEntry } from './entry.js'
import { serverPolicy } from './policy.js'

/** A server that may be started, why it may not, or what is wrong with its entry. */
export type Admission = { readonly entry: ServerEntry } | { readonly against: string } | { readonly flaw: string }

/** Judges the servers of a session, one after the other in the order of their declaration. */
export const createAdmission = (
  settings: Pick<Settings, 'merged' | 'layers'>,
  env: Readonly<Record<string, string>>,
): ((server: DeclaredServer) => Admission) => {
  const policy = serverPolicy(settings)
  const targets = new Set<string>()
  return (server) => {
    const entry = parseEntry(server.value, { ...env, ...server.variables })
    if (typeof entry === 'string') return { flaw: entry }
    const against = policy(server, entry)
    if (against !== undefined) return { against }
    if (entry.type === 'sdk') return { entry }
    const target = entry.type === 'stdio' ? JSON.stringify([entry.command, ...entry.args]) : entry.url
    // A plugin's server that reaches what another one reaches already is left out (Claude Code 2.1.332, seen).
    if (server.source === 'plugin' && targets.has(target)) return { against: 'another server reaches the same' }
    targets.add(target)
    return { entry }
  }
}

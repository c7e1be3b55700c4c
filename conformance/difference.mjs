import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileTable } from '@raider/contracts'

const file = join(import.meta.dirname, 'differences.json')

/**
 * A difference from the reference program that is meant: in profile `raider` by a row of the profile table, in profile
 * `claude` by a reason. `lines` is what the comparison prints, so that nothing else can hide behind the explanation.
 * @typedef {{ row?: string, reason?: string, lines: string[] }} Difference
 */

/**
 * The differences that are meant, and the folders in which there may be no others.
 * @returns {{ complete: string[], claude: Record<string, Difference>, raider: Record<string, Difference> }}
 */
export function readDifferences() {
  const differences = JSON.parse(readFileSync(file, 'utf8'))
  for (const profile of ['claude', 'raider']) {
    for (const [id, entry] of Object.entries(differences[profile])) checkEntry(profile, id, entry)
  }
  return differences
}

function checkEntry(profile, id, { row, reason }) {
  const where = `conformance/differences.json: ${profile} ${id}`
  if (profile === 'claude' && !reason) throw new Error(`${where} needs a reason`)
  if (profile === 'raider' && !(row in profileTable)) throw new Error(`${where} names no row of the profile table`)
}

/**
 * `passed`: as the reference program. `explained`: differs exactly as recorded. `failed`: differs otherwise.
 * @param {readonly string[]} lines what the comparison printed
 * @param {Difference | undefined} difference
 * @returns {'passed' | 'explained' | 'failed'}
 */
export function judge(lines, difference) {
  if (lines.length === 0) return 'passed'
  return difference !== undefined && lines.join('\n') === difference.lines.join('\n') ? 'explained' : 'failed'
}

/**
 * Records what a scenario printed as meant.
 * @param {'claude' | 'raider'} profile
 * @param {string} id
 * @param {string} explanation a row of the profile table (profile `raider`) or a reason (profile `claude`)
 * @param {readonly string[]} lines
 */
export function recordDifference(profile, id, explanation, lines) {
  const differences = readDifferences()
  const entry = profile === 'raider' ? { row: explanation, lines } : { reason: explanation, lines }
  checkEntry(profile, id, entry)
  differences[profile] = sorted({ ...differences[profile], [id]: entry })
  writeFileSync(file, `${JSON.stringify(differences, null, 2)}\n`)
}

const sorted = (record) => Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

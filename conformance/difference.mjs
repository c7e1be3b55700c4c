import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileTable } from '@raider/contracts'

const file = join(import.meta.dirname, 'differences.json')

/**
 * A difference from the reference program that is meant: in profile `raider` by rows of the profile table, in profile
 * `claude` by a reason. `lines` is what the comparison prints, so that nothing else can hide behind the explanation.
 * @typedef {{ rows?: string[], reason?: string, lines: string[] }} Difference
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

function checkEntry(profile, id, { rows = [], reason }) {
  const where = `conformance/differences.json: ${profile} ${id}`
  if (profile === 'claude') {
    if (!reason) throw new Error(`${where} needs a reason`)
  } else if (rows.length === 0 || rows.some((row) => !(row in profileTable))) {
    throw new Error(`${where} must name rows of the profile table, not "${rows.join(',')}"`)
  }
}

/**
 * `passed`: as the reference program. `explained`: differs exactly as recorded. `failed`: differs otherwise.
 * @param {readonly string[]} lines what the comparison printed
 * @param {Difference | undefined} difference
 * @returns {'passed' | 'explained' | 'failed'}
 */
export function judge(lines, difference) {
  if (lines.length === 0) return 'passed'
  return difference !== undefined && withoutWording(lines) === withoutWording(difference.lines) ? 'explained' : 'failed'
}

/** Behind the ids of tool results the comparison quotes their texts, which are nobody's contract. */
const withoutWording = (lines) =>
  lines.map((line) => line.replace(/(tool results: want \[[^\]]*\] got \[[^\]]*\]).*/, '$1')).join('\n')

/**
 * Records what a scenario printed as meant.
 * @param {'claude' | 'raider'} profile
 * @param {string} id
 * @param {string} explanation rows of the profile table, parted by commas (profile `raider`), or a reason (profile `claude`)
 * @param {readonly string[]} lines
 */
export function recordDifference(profile, id, explanation, lines) {
  const differences = readDifferences()
  const entry = profile === 'raider' ? { rows: explanation.split(','), lines } : { reason: explanation, lines }
  checkEntry(profile, id, entry)
  differences[profile] = sorted({ ...differences[profile], [id]: entry })
  writeFileSync(file, `${JSON.stringify(differences, null, 2)}\n`)
}

const sorted = (record) => Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

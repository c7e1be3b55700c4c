import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileTable } from '@raider/contracts'

/** @typedef {import('./floor.mjs').Count} Count */
/** @typedef {import('./difference.mjs').Difference} Difference */

/**
 * A Markdown table with one line per folder: for each profile the scenarios that passed, and those explained after a `+`.
 * @param {readonly Count[]} counts
 * @param {readonly string[]} profiles
 */
export function table(counts, profiles) {
  const folders = [...new Set(counts.map((count) => count.folder))].toSorted()
  const cells = (folder) => {
    const ofFolder = counts.filter((count) => folder === 'total' || count.folder === folder)
    return profiles.map((profile) => cell(ofFolder.filter((count) => count.profile === profile)))
  }
  const total = (folder) =>
    sum(
      counts.filter((count) => count.folder === folder && count.profile === profiles[0]),
      'total',
    )
  const rows = [
    ['folder', 'scenarios', ...profiles],
    ['---', '---:', ...profiles.map(() => '---:')],
    ...folders.map((folder) => [folder, total(folder), ...cells(folder)]),
    ['**total**', folders.reduce((all, folder) => all + total(folder), 0), ...cells('total')],
  ]
  return alignColumns(rows)
}

function cell(counts) {
  const passed = sum(counts, 'passed')
  const explained = sum(counts, 'explained')
  const share = ((100 * (passed + explained)) / sum(counts, 'total')).toFixed(0)
  return `${passed}${explained > 0 ? ` + ${explained}` : ''} (${share} %)`
}

const sum = (counts, key) => counts.reduce((total, count) => total + count[key], 0)

function alignColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  const line = (row) => `| ${row.map((value, column) => align(String(value), widths[column], column)).join(' | ')} |`
  return rows.map(line).join('\n')
}

function align(text, width, column) {
  if (text.startsWith('---')) return text.replace('---', '-'.repeat(width - text.length + 3))
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}

/**
 * Publishes the table and the explanations.
 * @param {readonly Count[]} counts of all folders
 * @param {readonly string[]} profiles
 * @param {{ claude: Record<string, Difference>, raider: Record<string, Difference> }} differences
 */
export function publish(counts, profiles, differences) {
  write('RESULTS.md', [
    '# Conformance results',
    'Scenarios in which Raider was seen to do what Claude Code 2.1.332 does, by `npm run conformance -- --write`. A number after',
    '`+` counts those that differ on purpose and exactly as [DIFFERENCES.md](DIFFERENCES.md) says.',
    '',
    table(counts, profiles),
  ])
  write('DIFFERENCES.md', [
    '# Differences from the reference program',
    'Written from `differences.json` by `npm run conformance -- --write`.',
    '',
    '## Profile `claude`',
    'This profile does what the reference program does. Where it does not, that is a decision:',
    '',
    ...section(differences.claude, ({ reason }) => reason),
    '',
    '## Profile `raider`',
    'The default differs only where a row of the profile table (`packages/contracts/src/profile.ts`) says so:',
    '',
    ...section(differences.raider, ({ row }) => {
      const { raider, claude, adr } = profileTable[row]
      return `\`${row}\` (ADR ${adr}): ${raider}; the reference program: ${claude}`
    }),
  ])
}

function section(entries, explain) {
  const lines = Object.entries(entries).map(([id, entry]) => `- \`${id}\`: ${explain(entry)}`)
  return lines.length > 0 ? lines : ['None recorded.']
}

const write = (name, lines) => writeFileSync(join(import.meta.dirname, name), `${lines.join('\n')}\n`)

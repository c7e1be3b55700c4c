import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileTable } from '@raider/contracts'
import { table } from '../scripts/table.mjs'

/** @typedef {import('./floor.mjs').Count} Count */
/** @typedef {import('./difference.mjs').Difference} Difference */

/**
 * A Markdown table with one line per folder: for each profile the scenarios that passed, and those explained after a `+`.
 * @param {readonly Count[]} counts
 * @param {readonly string[]} profiles
 */
export function countTable(counts, profiles) {
  const folders = [...new Set(counts.map((count) => count.folder))].toSorted()
  const row = (label, group) => [
    label,
    sum(ofProfile(group, profiles[0]), 'total'),
    ...profiles.map((profile) => cell(ofProfile(group, profile))),
  ]
  const rows = folders.map((folder) =>
    row(
      folder,
      counts.filter((count) => count.folder === folder),
    ),
  )
  return table(['folder', 'scenarios', ...profiles], [...rows, row('**total**', counts)])
}

const ofProfile = (counts, profile) => counts.filter((count) => count.profile === profile)

function cell(counts) {
  const passed = sum(counts, 'passed')
  const explained = sum(counts, 'explained')
  const share = ((100 * (passed + explained)) / sum(counts, 'total')).toFixed(0)
  return `${passed}${explained > 0 ? ` + ${explained}` : ''} (${share} %)`
}

const sum = (counts, key) => counts.reduce((total, count) => total + count[key], 0)

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
    countTable(counts, profiles),
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
    'Beyond these scenarios rules and checks stay stricter where a guard would be lost: [ADR 0022](../adr/0022-shell-rules.md) lists them.',
    '',
    '## Profile `raider`',
    'The default differs only where a row of the profile table (`packages/contracts/src/profile.ts`) says so:',
    '',
    ...section(differences.raider, ({ rows }) => rows.map((row) => `\`${row}\``).join(', ')),
    '',
    ...rowList(),
  ])
}

function section(entries, explain) {
  const lines = Object.entries(entries).map(([id, entry]) => `- \`${id}\`: ${explain(entry)}`)
  return lines.length > 0 ? lines : ['None recorded.']
}

/** The profile table in words. */
const rowList = () =>
  Object.entries(profileTable).map(
    ([row, { raider, claude, adr }]) => `- \`${row}\` (ADR ${adr}): ${raider}. The reference program: ${claude}.`,
  )

const write = (name, lines) => writeFileSync(join(import.meta.dirname, name), `${lines.join('\n')}\n`)

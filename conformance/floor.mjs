import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'floors.json')

/**
 * Holds counts against the floors: the least number of scenarios of a folder that must pass or be explained.
 * @typedef {{ folder: string, profile: string, total: number, passed: number, explained: number }} Count
 * @param {readonly Count[]} counts
 * @returns {{ below: string[], above: string[] }} one line for each floor that is not met or could be raised
 */
export function holdAgainstFloors(counts) {
  const floors = JSON.parse(readFileSync(file, 'utf8'))
  const lines = { below: [], above: [] }
  for (const { folder, profile, passed, explained } of counts) {
    const floor = floors[folder]?.[profile] ?? 0
    const met = passed + explained
    const line = `${folder}, profile ${profile}: ${met} met, the floor is ${floor}`
    if (met < floor) lines.below.push(line)
    if (met > floor) lines.above.push(line)
  }
  return lines
}

/**
 * Raises the floors to these counts; none is ever lowered.
 * @param {readonly Count[]} counts
 */
export function raiseFloors(counts) {
  const floors = JSON.parse(readFileSync(file, 'utf8'))
  for (const { folder, profile, passed, explained } of counts) {
    floors[folder] ??= {}
    floors[folder][profile] = Math.max(floors[folder][profile] ?? 0, passed + explained)
  }
  const rows = Object.keys(floors)
    .toSorted()
    .map(
      (folder) =>
        `  ${JSON.stringify(folder)}: ${JSON.stringify(floors[folder])
          .replaceAll(/([:,{])/g, '$1 ')
          .replace('}', ' }')}`,
    )
  writeFileSync(file, `{\n${rows.join(',\n')}\n}\n`)
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ id: string, folder: string, file: string }} Scenario */

/** Where scenarios lie: those recorded with the oracle, and Raider's own, in folders prefixed `own/`. */
const collections = [
  { dir: join(import.meta.dirname, 'oracle/scenarios'), prefix: '' },
  { dir: join(import.meta.dirname, 'scenarios'), prefix: 'own/' },
]

/** Every nth scenario belongs to the quick selection. */
const quickStep = 8

/**
 * All scenarios in a fixed order. The id is `folder/name`; a scenario outside any folder belongs to the folder `basics`.
 * @returns {Scenario[]}
 */
export function allScenarios() {
  return collections
    .filter(({ dir }) => existsSync(dir))
    .flatMap(({ dir, prefix }) => scenarioFiles(dir).map((path) => scenario(dir, prefix, path)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const scenarioFiles = (dir) => readdirSync(dir, { recursive: true }).filter((path) => path.endsWith('.yaml'))

function scenario(dir, prefix, path) {
  const parts = path.replace(/\.yaml$/, '').split('/')
  const name = parts.pop()
  const folder = prefix + (parts.join('/') || 'basics')
  return { id: `${folder}/${name}`, folder, file: join(dir, path) }
}

/**
 * The scenarios that were asked for.
 * @param {readonly string[]} wanted folders or ids; empty for all
 * @param {boolean} quick only a fixed sample of them
 */
export function selectScenarios(wanted, quick) {
  const all = allScenarios()
  const unknown = wanted.filter((name) => !all.some((one) => matches(one, name)))
  if (unknown.length > 0) {
    const folders = [...new Set(all.map((one) => one.folder))].join(', ')
    throw new Error(`No scenario or folder is called ${unknown.join(', ')}. Folders: ${folders}`)
  }
  const selected = wanted.length === 0 ? all : all.filter((one) => wanted.some((name) => matches(one, name)))
  return quick ? selected.filter((_, index) => index % quickStep === 0) : selected
}

const matches = (one, name) => one.folder === name || one.id === name

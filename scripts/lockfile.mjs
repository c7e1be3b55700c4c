import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stamp.mjs'

const groups = ['dependencies', 'devDependencies', 'optionalDependencies']

/**
 * Where manifests and lockfile say different things; one line each. Then `pnpm install --frozen-lockfile` refuses to install.
 * @param {{ folder: string, manifest: Record<string, any> }[]} packages
 * @param {string} lockfile text of pnpm-lock.yaml
 * @returns {string[]}
 */
export function lockfileFaults(packages, lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) {
  const locked = importersOf(lockfile)
  return packages.flatMap(({ folder, manifest }) => {
    const wanted = new Map(groups.flatMap((group) => Object.entries(manifest[group] ?? {})))
    const known = locked.get(folder) ?? new Map()
    const names = [...new Set([...wanted.keys(), ...known.keys()])]
    return names
      .filter((name) => wanted.get(name) !== known.get(name))
      .map(
        (name) =>
          `${folder}/package.json: wants ${name} ${wanted.get(name) ?? 'not at all'}, pnpm-lock.yaml has ${known.get(name) ?? 'none'}`,
      )
  })
}

/** Ranges of each package's dependencies, by folder. Read by lines, since a fresh checkout has no YAML parser yet. */
function importersOf(lockfile) {
  const [, section = ''] = /^importers:\n([^]*?)(?=^\S)/m.exec(lockfile) ?? []
  const importers = new Map()
  let ranges = new Map()
  let name = ''
  for (const line of section.split('\n')) {
    const [, indent = '', key = '', value = ''] = /^( +)'?([^':]+)'?:(?: '?([^']*)'?)?$/.exec(line) ?? []
    if (indent.length === 2) importers.set(key, (ranges = new Map()))
    if (indent.length === 6) name = key
    if (indent.length === 8 && key === 'specifier') ranges.set(name, value)
  }
  return importers
}

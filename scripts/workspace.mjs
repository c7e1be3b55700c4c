import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stamp.mjs'

/** Folders that hold packages, lowest layer of nesting first. */
const groups = ['packages', 'packages/engines', 'packages/plugins']

/**
 * Every package of the workspace that is part of the product: its folder relative to the root, and its manifest.
 * @returns {{ folder: string, manifest: Record<string, any> }[]}
 */
export function productPackages() {
  return groups
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
}

/** What the build reads: sources and manifests of every package, and the settings of the compiler. */
export function buildInputs() {
  return productPackages()
    .flatMap(({ folder }) => [`${folder}/src`, `${folder}/package.json`, `${folder}/tsconfig.json`])
    .concat(
      'examples',
      'tsconfig.json',
      'tsconfig.base.json',
      'scripts/build.mjs',
      'scripts/declarations.mjs',
      'pnpm-lock.yaml',
    )
}

import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputOf } from '../child.mjs'
import { pnpm } from '../../scripts/pnpm.mjs'
import { root } from '../../scripts/stamp.mjs'
import { productPackages } from '../../scripts/workspace.mjs'
import { digits, table } from '../../scripts/table.mjs'

/**
 * What `npm install` of the command and the library puts on disk: every package is packed as it would be published and
 * installed without development dependencies.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureInstallSize() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'raider-install-')))
  try {
    const archives = []
    for (const one of neededPackages('@raider/cli', 'raider')) archives.push(await pack(one, folder))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    await outputOf('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--silent', ...archives], {
      cwd: folder,
    })
    return describe(join(folder, 'node_modules'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages and all of the workspace that they depend on. */
function neededPackages(...names) {
  const packages = new Map(productPackages().map((one) => [one.manifest.name, one]))
  const needed = new Set(names)
  for (const next of needed) {
    for (const dependency of Object.keys(packages.get(next).manifest.dependencies ?? {})) {
      if (packages.has(dependency)) needed.add(dependency)
    }
  }
  return [...needed].map((one) => packages.get(one))
}

async function pack({ folder }, destination) {
  const [file, ...args] = pnpm()
  const output = await outputOf(file, [...args, 'pack', '--json', '--pack-destination', destination], {
    cwd: join(root, folder),
  })
  return JSON.parse(output).filename
}

function describe(modules) {
  const total = sizeMb(modules)
  const rows = packageFolders(modules)
    .map((name) => [name, sizeMb(join(modules, name))])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
  return {
    title: 'Install',
    text: table(
      ['package', 'MB'],
      [...rows, ['all', total]].map(([name, size]) => [name, digits(size)]),
    ),
    targets: [{ name: 'production install', value: total, limit: 25, unit: 'MB' }],
  }
}

const packageFolders = (modules) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  )

function sizeMb(path) {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size / 1024 / 1024
  return readdirSync(path).reduce((total, name) => total + sizeMb(join(path, name)), 0)
}

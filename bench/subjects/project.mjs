import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Raider, tool } from 'raider'
import { model } from './task.mjs'

/**
 * A Raider in a temporary project that is gone when the process ends.
 * @param {{ engine: import('raider').Engine, tool: typeof import('./task.mjs').echo, settings: object, builtinTools?: string[] }} options
 */
export function createRaider(options) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'raider-bench-')))
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  const cwd = join(root, 'project')
  mkdirSync(join(cwd, '.claude'), { recursive: true })
  writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify(options.settings))
  const { name, description, inputSchema, run } = options.tool
  return new Raider({
    cwd,
    homeDir: join(root, 'home'),
    journalDir: join(root, 'journals'),
    env: { PATH: process.env.PATH, SHLVL: '1' },
    model,
    engine: options.engine,
    tools: [tool({ name, description, input: inputSchema, run })],
    builtinTools: options.builtinTools ?? false,
    trust: true,
  })
}

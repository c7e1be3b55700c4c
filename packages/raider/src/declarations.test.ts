import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const library = fileURLToPath(new URL('..', import.meta.url))
const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--types', '']

it('declares itself to a strict program that has no types of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'raider-declarations-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(library, join(folder, 'node_modules/raider'))
    writeFileSync(join(folder, 'main.mts'), "import * as raider from 'raider'\nexport const { Raider } = raider\n")
    const { stdout } = spawnSync(compiler, [...flags, 'main.mts'], { cwd: folder, encoding: 'utf8' })
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

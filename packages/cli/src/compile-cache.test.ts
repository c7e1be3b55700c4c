import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProject } from '@raider/testing'
import { describe, expect, it } from 'vitest'

const own = fileURLToPath(new URL('..', import.meta.url))

/** What is published of the program, in a folder of its own. */
const install = (folder: string): string => {
  for (const part of ['bin', 'bundle', 'package.json']) cpSync(join(own, part), join(folder, part), { recursive: true })
  return join(folder, 'bin/raider.js')
}

const askVersion = (program: string) =>
  spawnSync(process.execPath, [program, '--version'], { env: {}, encoding: 'utf8' })

describe('what Node compiled', () => {
  it.runIf('enableCompileCache' in module)('is kept beside the program', async () => {
    await using project = await createProject({})
    expect(askVersion(install(project.dir))).toMatchObject({ status: 0 })
    expect(readdirSync(join(project.dir, '.cache'))).toHaveLength(1)
  })

  it('is compiled anew where it cannot be kept', async () => {
    await using project = await createProject({})
    const program = install(project.dir)
    writeFileSync(join(project.dir, '.cache'), 'no folder')
    const { status, stdout, stderr } = askVersion(program)
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/\(Raider\)\n$/),
      stderr: '',
    })
  })
})

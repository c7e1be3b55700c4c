import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readText, readTextSync } from './text.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'raider-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe.each([
  ['readText', readText],
  ['readTextSync', readTextSync],
])('%s', (_, read) => {
  const at = (name: string): string => join(folder, name)

  it('reads a file, and one that holds nothing', async () => {
    writeFileSync(at('a'), 'é\n')
    writeFileSync(at('b'), '')
    expect(await read(at('a'))).toEqual({ is: 'text', text: 'é\n' })
    expect(await read(at('b'))).toEqual({ is: 'text', text: '' })
  })

  it('finds nothing where there is no file, or a file in the place of a folder', async () => {
    writeFileSync(at('a'), '')
    expect(await read(at('none'))).toEqual({ is: 'missing' })
    expect(await read(at('a/b'))).toEqual({ is: 'missing' })
  })

  it('neither waits for a pipe nor reads a device or folder, and says what it found', async () => {
    execFileSync('mkfifo', [at('pipe')])
    symlinkSync('/dev/zero', at('zero'))
    mkdirSync(at('folder'))
    expect(await read(at('pipe'))).toEqual({ is: 'unusable', problem: 'it is a pipe, not a regular file' })
    expect(await read(at('zero'))).toEqual({ is: 'unusable', problem: 'it is a device, not a regular file' })
    expect(await read(at('folder'))).toEqual({ is: 'unusable', problem: 'it is a folder, not a regular file' })
  })

  it('says what it found where a socket cannot even be opened', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve))
    expect(await read(at('socket'))).toEqual({
      is: 'unusable',
      problem: 'it is a socket or device, not a regular file',
    })
    server.close()
  })

  it('reads no file that no memory could hold', async () => {
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), 2 ** 40)
    expect(await read(at('huge'))).toEqual({ is: 'unusable', problem: 'it is larger than 64 MiB' })
  })

  it.runIf(process.platform === 'linux')('reads nothing of a file that never ends', async () => {
    expect(await read('/proc/self/pagemap')).toEqual({ is: 'text', text: '' })
  })
})

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const bundle = new URL('../bundle/index.js', import.meta.url).href

/** Prints which of Node's own modules come with the library. */
const program = `
  const before = new Set(process.moduleLoadList)
  await import(${JSON.stringify(bundle)})
  const loaded = process.moduleLoadList.filter((name) => !before.has(name))
  console.log(JSON.stringify(loaded))`

it('comes without those modules of Node that only some sessions need', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const loaded: unknown = JSON.parse(stdout)
  expect(loaded).toContain('NativeModule fs/promises')
  for (const heavy of [
    'http',
    'https',
    'net',
    'zlib',
    'child_process',
    'worker_threads',
    'internal/deps/undici/undici',
  ])
    expect(loaded).not.toContain(`NativeModule ${heavy}`)
})

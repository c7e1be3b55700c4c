import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownKeys } from '@raider/settings'
import { describe, expect, it } from 'vitest'
import { readVariables, variableUse } from './known-variable.js'

const packages = fileURLToPath(new URL('../../..', import.meta.url))

/** The tables themselves prove nothing, and neither does what tests mention. */
const isCode = (path: string): boolean =>
  /\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\.fixture\.ts$|\/known-[a-z]+\.ts$|node_modules/.test(path)

const code = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .filter((path) => isCode(`/${path}`))
  .map((path) => readFileSync(join(packages, path), 'utf8'))
  .join('\n')

const mentions = (name: string): boolean => new RegExp(`\\b${name.replace('$', '\\$')}\\b`).test(code)

describe('what the diagnosis calls honoured', () => {
  it('is read by some code: every key of settings', () => {
    const honoured = [...knownKeys].flatMap(([key, { use }]) => (use === 'honoured' ? [key] : []))
    expect(honoured.filter((key) => !mentions(key))).toEqual([])
  })

  it('leaves out no key that the code takes from the merged settings', () => {
    const taken = [...code.matchAll(/\b(?:merged|settings)(?:\.|\[')([a-z]\w+)/g)].map(([, key = '']) => key)
    const others = [...new Set(taken)].filter((key) => (knownKeys.get(key)?.use ?? 'honoured') !== 'honoured')
    expect(others).toEqual([])
  })

  it('is read by some code: every variable', () => {
    const built = /^ANTHROPIC_DEFAULT_\w+_MODEL$/
    expect([...readVariables].filter((name) => !mentions(name) && !built.test(name))).toEqual([])
  })

  it('leaves out no variable that the code takes from an environment', () => {
    const taken = [
      ...code.matchAll(/\b(?:env|base)(?:\?\.)?(?:\.|\[')([A-Z][A-Z_\d]+)|\b(?:number|whole\w*)\('([A-Z_\d]+)/g),
    ]
    const names = [...new Set(taken.map(([, one, other]) => one ?? other ?? ''))]
    const ofSessions = ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_CODE_ENTRYPOINT']
    const others = names.filter((name) => !readVariables.has(name) && variableUse(name)?.fate === 'ignored')
    expect(others.filter((name) => !ofSessions.includes(name))).toEqual([])
  })
})

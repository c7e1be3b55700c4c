import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { JsonObject, Settings } from '@raider/contracts'
import { createProject } from '@raider/testing'
import { isFreeInSandbox, wantsSandbox } from './sandbox-choice.js'
import { isOpenHost, sandboxSettings } from './sandbox-settings.js'

const settingsOf = (sandbox: JsonObject): Settings => {
  const value = { sandbox }
  return {
    layers: [{ name: 'user', file: '/s.json', anchor: '/', value, line: () => undefined, trusted: true }],
    merged: value,
    notices: [],
  }
}

/** A PATH on which there is bubblewrap. */
const createPath = async () => {
  const project = await createProject({ 'bin/bwrap': '#!/bin/sh' })
  await chmod(project.path('bin/bwrap'), 0o755)
  return { env: { PATH: project.path('bin') }, [Symbol.asyncDispose]: () => project.dispose() }
}

describe('a command', () => {
  it('is sandboxed where the settings ask for it, unless it or they leave the sandbox', () => {
    const wants = (sandbox: JsonObject, call: object = {}) =>
      wantsSandbox({ command: 'docker ps', ...call }, { settings: settingsOf(sandbox), env: {} })
    expect(wants({})).toBe(false)
    expect(wants({ enabled: true })).toBe(true)
    expect(wants({ enabled: true }, { dangerouslyDisableSandbox: true })).toBe(false)
    expect(wants({ enabled: true, allowUnsandboxedCommands: false }, { dangerouslyDisableSandbox: true })).toBe(true)
    expect(wants({ enabled: true, excludedCommands: ['docker *'] })).toBe(false)
    expect(wants({ enabled: true, excludedCommands: ['docker *'] }, { command: 'docker ps; x' })).toBe(true)
  })

  it('needs no question where it is sandboxed, the settings do not want one, and there is a sandbox', async () => {
    await using path = await createPath()
    const isFree = (sandbox: JsonObject, call: object = {}, env: Record<string, string> = path.env) =>
      isFreeInSandbox({ command: 'make', ...call }, { settings: settingsOf(sandbox), env })
    expect(isFree({ enabled: true })).toBe(true)
    expect(isFree({})).toBe(false)
    expect(isFree({ enabled: true, autoAllowBashIfSandboxed: false })).toBe(false)
    expect(isFree({ enabled: true }, { dangerouslyDisableSandbox: true })).toBe(false)
    expect(isFree({ enabled: true, excludedCommands: ['make'] })).toBe(false)
    expect(isFree({ enabled: true }, {}, { PATH: '/nowhere' })).toBe(false)
  })
})

describe('hosts of the sandbox', () => {
  const isOpen = (host: string, allowedDomains: string[], deniedDomains: string[] = []) =>
    isOpenHost(sandboxSettings(settingsOf({ network: { allowedDomains, deniedDomains } })), host)

  it('are named by themselves, by what they lie below, or all at once', () => {
    expect(isOpen('npmjs.org', ['NPMJS.org'])).toBe(true)
    expect(isOpen('npmjs.org.', ['npmjs.org'])).toBe(true)
    expect(isOpen('evil-npmjs.org', ['npmjs.org', '*.npmjs.org'])).toBe(false)
    expect(isOpen('a.npmjs.org', ['npmjs.org'])).toBe(false)
    expect(isOpen('a.b.npmjs.org', ['*.npmjs.org'])).toBe(true)
    expect(isOpen('npmjs.org', ['*.npmjs.org'])).toBe(false)
    expect(isOpen('x.y', ['*'])).toBe(true)
    expect(isOpen('', ['*'])).toBe(false)
  })

  it('may be closed one by one', () => {
    expect(isOpen('a.x.org', ['*.x.org'], ['a.x.org'])).toBe(false)
    expect(isOpen('a.x.org', ['*'], ['*.x.org'])).toBe(false)
  })
})

import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { JsonObject, Settings } from '@raider/contracts'
import { createProject } from '@raider/testing'
import { isFreeInSandbox, wantsSandbox } from './sandbox-choice.js'

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

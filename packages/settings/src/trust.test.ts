import { execFileSync } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTrust, type Trust, type TrustLayer } from './trust.js'

let project: Project
let trust: Trust

const layer = (value: TrustLayer['value'], name: TrustLayer['name'] = 'project'): TrustLayer => ({
  name,
  file: `/p/.claude/${name}.json`,
  value,
  line: () => 3,
})

beforeEach(async () => {
  project = await createProject()
  trust = createTrust({
    file: project.path('.raider', 'trust.json'),
    claudeStateFile: project.path('.claude.json'),
  })
})
afterEach(() => project.dispose())

const withHook = layer({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './guard' }] }] } })

describe('trust', () => {
  it('asks nothing for a project that only restricts', async () => {
    const answer = await trust.check('/p', [layer({ permissions: { deny: ['Bash'], ask: ['Read'] }, model: 'opus' })])
    expect(answer).toEqual({ trusted: true, why: 'nothing-to-trust', guards: [] })
  })

  it.each([
    { env: { PATH: '/evil' } },
    { permissions: { allow: ['Bash'] } },
    { apiKeyHelper: 'x' },
    { disableAllHooks: true },
  ])('does not trust a project that says %j', async (value) => {
    expect(await trust.check('/p', [layer(value)])).toMatchObject({ trusted: false, why: 'never-granted' })
  })

  it('holds for whoever looks at some of the granted files only, and asks for one that was not there', async () => {
    const local = layer({ permissions: { allow: ['Bash'] } }, 'local')
    await trust.grant('/p', [withHook, local])
    expect(await trust.check('/p', [withHook])).toMatchObject({ trusted: true, why: 'granted' })
    const further = { ...layer({ env: { A: '1' } }), file: '/p/.mcp.json' }
    expect(await trust.check('/p', [withHook, further])).toMatchObject({ trusted: false, why: 'changed-since' })
  })

  it('names the guards of the project with file and line', async () => {
    const { guards } = await trust.check('/p', [withHook])
    expect(guards).toEqual([{ event: 'PreToolUse', file: '/p/.claude/project.json', line: 3 }])
  })

  it('remembers a grant until the project changes, deny rules aside', async () => {
    await trust.grant('/p', [withHook])
    expect(await trust.check('/p', [withHook])).toMatchObject({ trusted: true, why: 'granted' })
    const stricter = layer({ ...withHook.value, permissions: { deny: ['Bash'] } })
    expect(await trust.check('/p', [stricter])).toMatchObject({ trusted: true })
    const wider = layer({ ...withHook.value, permissions: { allow: ['Bash'] } })
    expect(await trust.check('/p', [wider])).toMatchObject({ trusted: false, why: 'changed-since' })
  })

  it('counts the local file as part of the project and leaves the user file aside', async () => {
    const hooks = withHook.value
    expect(await trust.check('/p', [layer(hooks, 'local')])).toMatchObject({ trusted: false })
    expect(await trust.check('/p', [layer(hooks, 'user')])).toMatchObject({ trusted: true })
  })

  it('accepts a folder that was trusted in Claude Code, and only that folder', async () => {
    await project.write({ '.claude.json': { projects: { '/p': { hasTrustDialogAccepted: true }, '/q': {} } } })
    expect(await trust.check('/p', [withHook])).toMatchObject({ trusted: true, why: 'granted-in-claude-code' })
    expect(await trust.check('/q', [withHook])).toMatchObject({ trusted: false })
    expect(await trust.check('/p/sub', [withHook])).toMatchObject({ trusted: false })
  })

  it('lists grants and takes them back', async () => {
    await trust.grant('/p', [withHook])
    await trust.grant('/q', [withHook])
    expect((await trust.list()).map((grant) => grant.projectDir)).toEqual(['/p', '/q'])
    expect(await trust.revoke('/p')).toBe(true)
    expect(await trust.revoke('/p')).toBe(false)
    expect(await trust.check('/p', [withHook])).toMatchObject({ trusted: false })
  })

  it('keeps its record where only the owner can read it', async () => {
    await trust.grant('/p', [withHook])
    expect((await stat(project.path('.raider', 'trust.json'))).mode & 0o777).toBe(0o600)
  })

  it('refuses a record that is no record, naming the file and the way out', async () => {
    await project.write({ '.raider/trust.json': '{"projects": ' })
    await expect(trust.check('/p', [withHook])).rejects.toThrow(/trust\.json cannot be read .* delete it/)
  })

  it('neither waits for a pipe in the place of its record nor takes it for an answer', async () => {
    await mkdir(project.path('.raider'))
    execFileSync('mkfifo', [project.path('.raider', 'trust.json'), project.path('.claude.json')])
    await expect(trust.check('/p', [withHook])).rejects.toThrow(/trust\.json cannot be read \(it is a pipe/)
    const record = createTrust({ file: project.path('none'), claudeStateFile: project.path('.claude.json') })
    expect(await record.check('/p', [withHook])).toMatchObject({ trusted: false })
  })

  it('says that its record cannot be written, and trusts nothing', async () => {
    await project.write({ '.raider': 'a file in the way' })
    await expect(trust.grant('/p', [withHook])).rejects.toThrow(/trust\.json cannot be written \(EEXIST/)
    expect(await trust.check('/p', [withHook])).toMatchObject({ trusted: false })
  })
})

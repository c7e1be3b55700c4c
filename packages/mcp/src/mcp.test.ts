import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isToolFailure, plainText, silence, type Change } from '@raider/contracts'
import { until, type Project } from '@raider/testing'
import { openServers, tinyEntry, tinyProject, type Opened } from './tiny-server.fixture.js'

/** True for a process that runs; one that is dead and not yet reaped does not. */
const runs = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '0 (gone) Z')
  return !/\) [ZX]/.test(stat)
}

let project: Project
const open: Opened[] = []
const start = async (...args: Parameters<typeof openServers>): Promise<Opened> => {
  const opened = await openServers(...args)
  open.push(opened)
  return opened
}
const tiny = (options: Parameters<typeof openServers>[2] = {}, ...args: readonly string[]): Promise<Opened> =>
  start(project, { tiny: tinyEntry(project, ...args) }, options)

beforeEach(async () => {
  project = await tinyProject()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
  await project.dispose()
})

describe('the tools of a server', () => {
  it('are there when the session is open, sorted, under the name of their server', async () => {
    const { mcp, events, notes } = await tiny()
    expect(mcp.tools()[0]).toMatchObject({
      name: 'mcp__tiny__ask',
      origin: 'mcp',
      server: { name: 'tiny', source: 'dynamic' },
    })
    expect(events).toContainEqual({
      type: 'server-change',
      name: 'tiny',
      source: 'dynamic',
      status: 'connected',
      commands: ['mcp__tiny__greet'],
    })
    expect(notes.map(({ text }) => text).join()).toContain('Be gentle.')
  })

  it('get the input as it is, and the id of the call', async () => {
    const { run, tool } = await tiny()
    expect(tool('mcp__tiny__echo').inputCheck).toBe('tool')
    const { content } = await run('mcp__tiny__params', { text: 5, more: null }, { callId: 'toolu_7' })
    expect(JSON.parse(plainText(content))).toMatchObject({
      name: 'params',
      arguments: { text: 5, more: null },
      _meta: { 'claudecode/toolUseId': 'toolu_7' },
    })
  })

  it('give hooks the content, and the structured value as JSON in place of the texts', async () => {
    const { run } = await tiny()
    expect(await run('mcp__tiny__echo', { text: 'hi' })).toMatchObject({
      structured: [{ type: 'text', text: 'echo hi' }],
    })
    const { content, structured } = await run('mcp__tiny__shape')
    expect(structured).toMatchObject({ structuredContent: { n: 1 } })
    expect(plainText(content)).toMatch(/^\[Audio from tiny\] audio\/wav, 3 bytes, saved to .*\.wav\n\{"n":1\}$/)
  })

  it('fail with what the server says', async () => {
    const { run } = await tiny()
    const failure: unknown = await run('mcp__tiny__fail').catch((error: unknown) => error)
    expect(isToolFailure(failure) && failure.message).toBe('it went wrong')
  })

  it('show the model that there was no output, and the beginning of one that is too long', async () => {
    const { run } = await tiny()
    expect(plainText((await run('mcp__tiny__nothing')).content)).toContain('without any output')
    const { content } = await run('mcp__tiny__long')
    const shown = plainText(content)
    expect(shown.length).toBeLessThan(3000)
    const [, file = ''] = /saved to (\S+)/.exec(shown) ?? []
    expect(await readFile(file, 'utf8')).toBe('y'.repeat(60_000))
  })

  it('tell how far they are', async () => {
    const told: string[] = []
    const { run } = await tiny()
    await run('mcp__tiny__tick', {}, { progress: (words) => void told.push(words) })
    expect(told).toEqual(['half'])
  })

  it('follow what the server says has changed', async () => {
    const { run, mcp } = await tiny()
    await run('mcp__tiny__grow')
    await until('the new tool is there', () => mcp.tools().some(({ name }) => name === 'mcp__tiny__grown'))
  })

  it('may be hung without holding up a cancelled call', async () => {
    const { run } = await tiny()
    const abort = new AbortController()
    const hung = run('mcp__tiny__hang', {}, { signal: abort.signal })
    abort.abort({ by: 'user', reason: 'enough' })
    await expect(hung).rejects.toThrow()
  })

  it('end a call that is silent for too long', async () => {
    const { run } = await tiny({
      session: { env: { PATH: process.env['PATH'] ?? '', CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT: '50' } },
    })
    await expect(run('mcp__tiny__hang')).rejects.toThrow(/timed out/i)
  })
})

describe('a server', () => {
  it('that died fails the call under way and comes back for the next one', async () => {
    const { run, events } = await tiny()
    await expect(run('mcp__tiny__die')).rejects.toThrow(/closed/i)
    expect(plainText((await run('mcp__tiny__echo', { text: 'again' })).content)).toBe('echo again')
    expect(events.flatMap((event) => (event.type === 'server-change' ? event.status : []))).toEqual([
      'connected',
      'failed',
      'connected',
    ])
  })

  it('dies with the session, and with it all that it started', async () => {
    const { run, close } = await tiny({}, project.path('pid'))
    await run('mcp__tiny__orphan')
    const pid = Number(await project.read('pid'))
    expect(await runs(pid)).toBe(true)
    await close()
    await until('the grandchild is dead', async () => !(await runs(pid)))
  })

  it('knows the project and the session', async () => {
    const { run } = await tiny({ session: { env: { PATH: process.env['PATH'] ?? '', LOVELY: 'day' } } })
    expect(JSON.parse(plainText((await run('mcp__tiny__environment')).content))).toMatchObject({
      CLAUDE_PROJECT_DIR: project.dir,
      CLAUDE_CODE_SESSION_ID: 'session-1',
      LOVELY: 'day',
      cwd: project.dir,
    })
    expect(plainText((await run('mcp__tiny__roots')).content)).toContain(`file://${project.dir}`)
  })

  it('that cannot be started stops nobody, and says why', async () => {
    const { mcp, events } = await start(project, {
      gone: { command: '/nowhere/at/all' },
      rude: { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(4)'] },
      wrong: { command: 5 },
      tiny: tinyEntry(project),
    })
    expect(mcp.states().map(({ name, status }) => [name, status])).toEqual([
      ['gone', 'failed'],
      ['rude', 'failed'],
      ['wrong', 'invalid'],
      ['tiny', 'connected'],
    ])
    const notices = events.flatMap((event) => (event.type === 'notice' ? event.text : [])).join('\n')
    expect(notices).toContain('/nowhere/at/all')
    expect(notices).toContain('no licence')
    expect(notices).toContain('command: must be a text')
  })

  it('that is slow does not hold up the session, and its tools come later', async () => {
    const slow = {
      command: '/bin/sh',
      args: [
        '-c',
        `read line; while [ ! -e go ]; do sleep 0.02; done; (echo "$line"; cat) | "$0" server.mjs`,
        process.execPath,
      ],
    }
    const { mcp, steps } = await start(
      project,
      { slow },
      { session: { env: { PATH: process.env['PATH'] ?? '', MCP_CONNECT_TIMEOUT_MS: '20' } } },
    )
    expect(mcp.states()).toMatchObject([{ status: 'pending' }])
    expect(mcp.tools()).toEqual([])
    await project.write({ go: '' })
    await until('the tools are there', () => mcp.tools().length > 0)
    expect((await steps.pending?.())?.map(({ text }) => text).join()).toContain('Be gentle.')
    expect(await steps.pending?.()).toEqual([])
  })
})

describe('a session', () => {
  it('ends without waiting for a server that never answers', async () => {
    const mute = {
      command: process.execPath,
      args: ['-e', 'require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => 1, 1e6)'],
    }
    const { close } = await start(
      project,
      { mute },
      { session: { env: { PATH: process.env['PATH'] ?? '', MCP_CONNECT_TIMEOUT_MS: '20' } } },
    )
    const pid = await until('the server runs', () => project.read('pid').catch(() => undefined))
    await close()
    expect(await runs(Number(pid))).toBe(false)
  })
})

describe('a question to the user', () => {
  const vote = (answers: Readonly<Record<string, Record<string, unknown>>>, asked: Change[]) => (change: Change) => {
    asked.push(change)
    const answer = answers[change.kind]
    return Promise.resolve(answer === undefined ? silence : { ...silence, effects: { answer } })
  }

  it('is cancelled where nobody answers', async () => {
    const asked: Change[] = []
    const { run } = await tiny()
    expect(plainText((await run('mcp__tiny__ask', {}, { vote: vote({}, asked) })).content)).toBe('{"action":"cancel"}')
    expect(asked).toMatchObject([
      { kind: 'Elicitation', input: { mcp_server_name: 'tiny', message: 'Who?', mode: 'form' } },
      { kind: 'ElicitationResult', input: { mcp_server_name: 'tiny', mode: 'form', action: 'cancel' } },
    ])
  })

  it('is answered by a hook before the host is asked', async () => {
    const elicit = () => Promise.reject(new Error('nobody asks the host'))
    const { run } = await tiny({ elicit })
    const answers = { Elicitation: { action: 'accept', content: { name: 'Ada' } } }
    const { content } = await run('mcp__tiny__ask', {}, { vote: vote(answers, []) })
    expect(plainText(content)).toBe('{"action":"accept","content":{"name":"Ada"}}')
  })

  it('is answered by the host, and a hook may change the answer', async () => {
    const { run } = await tiny({ elicit: () => Promise.resolve({ action: 'accept', content: { name: 'Bob' } }) })
    expect(plainText((await run('mcp__tiny__ask')).content)).toContain('Bob')
    const answers = { ElicitationResult: { action: 'decline' } }
    const { content } = await run('mcp__tiny__ask', {}, { vote: vote(answers, []) })
    expect(plainText(content)).toBe('{"action":"decline"}')
  })
})

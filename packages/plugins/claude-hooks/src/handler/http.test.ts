import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '@raider/contracts'
import { createStepScope } from '@raider/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Shot, HookReturn } from '../configuration/hook.js'
import { isFault } from '../configuration/fault.js'
import { parseHttp, type HttpRules } from './http.js'

interface Reply {
  readonly status?: number
  readonly body?: string
  readonly location?: string
}

let server: Server
let url = ''
let replies: Reply[] = []
let requests: { readonly request: IncomingMessage; readonly body: string }[] = []

beforeEach(async () => {
  replies = []
  requests = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push({ request, body })
      const reply = replies.shift()
      if (reply === undefined) return
      response.writeHead(reply.status ?? 200, reply.location === undefined ? {} : { location: reply.location })
      response.end(reply.body ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const forever = new AbortController().signal
const shot: Shot = {
  event: 'PreToolUse',
  name: 'PreToolUse:Bash',
  scope: createStepScope(),
  input: '{"a":1}\n',
  cwd: '/',
  env: { TOK: 's1', OTHER: 's2' },
  background: false,
}

const post = (
  entry: JsonObject = {},
  rules: HttpRules = {},
  more: Partial<Shot> = {},
  signal = forever,
): Promise<HookReturn> => {
  const runner = parseHttp({ url, ...entry }, rules)
  if (isFault(runner)) throw new Error(runner.problem)
  return runner.start({ ...shot, ...more }, signal)
}

it('sends the input and gives the JSON of the answer', async () => {
  replies = [{ status: 201, body: ' {"continue":false}\n' }]
  expect(await post()).toMatchObject({ ended: 'done', exitCode: 0, stdout: '{"continue":false}' })
  expect(requests[0]?.body).toBe('{"a":1}\n')
  expect(requests[0]?.request.method).toBe('POST')
  expect(requests[0]?.request.headers['content-type']).toBe('application/json')
})

it('takes an empty body for silence', async () => {
  replies = [{}]
  expect(await post()).toMatchObject({ ended: 'done', stdout: '' })
})

it.each([
  [{ status: 500, body: '{"decision":"block"}' }, 'answered with status 500'],
  [{ status: 302, location: '/elsewhere' }, 'answered with status 302'],
  [{ body: 'words' }, 'something else than a JSON object'],
  [{ body: '[1]' }, 'something else than a JSON object'],
])('fails for %o', async (reply, problem) => {
  replies = [reply]
  expect(await post()).toMatchObject({ ended: 'failed', problem: expect.stringContaining(problem) as string })
  expect(requests).toHaveLength(1)
})

it('fails where nobody listens', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await new Promise((resolve) => other.close(resolve))
  expect(await post({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
    ended: 'failed',
    problem: expect.stringContaining('ECONNREFUSED') as string,
  })
})

it('fills in the variables that are listed, and no others', async () => {
  replies = [{}]
  const headers = {
    Authorization: 'Bearer $TOK',
    'X-Two': '${TOK}-${OTHER}-$OTHER',
    'X-Plain': 'a $ b $$',
    'Content-Length': '1',
  }
  await post({ headers, allowedEnvVars: ['TOK', 'UNSET'] })
  expect(requests[0]?.request.headers).toMatchObject({
    authorization: 'Bearer s1',
    'x-two': 's1--',
    'x-plain': 'a $ b $$',
  })
})

it('lets a handler name another content type, and no variable begin a header of its own', async () => {
  replies = [{}]
  const env = { TOK: 'a\r\nx-evil: 1' }
  await post({ headers: { 'Content-Type': 'text/x', 'X-A': '$TOK' }, allowedEnvVars: ['TOK'] }, {}, { env })
  expect(requests[0]?.request.headers).toMatchObject({ 'content-type': 'text/x', 'x-a': 'ax-evil: 1' })
  expect(requests[0]?.request.headers['x-evil']).toBeUndefined()
})

it('fills in only what the settings allow too', async () => {
  replies = [{}]
  await post({ headers: { 'X-One': '$TOK' }, allowedEnvVars: ['TOK'] }, { variables: ['OTHER'] })
  expect(requests[0]?.request.headers['x-one']).toBe('')
})

it('sends nothing to a URL that the settings do not allow', async () => {
  expect(await post({}, { urls: ['http://127.0.0.1:*/yes', 'https://*'] })).toMatchObject({ ended: 'failed' })
  expect(await post({}, { urls: [] })).toMatchObject({ ended: 'failed' })
  expect(requests).toEqual([])
  replies = [{}]
  expect(
    await post({ url: url.replace('127.0.0.1', 'LOCALHOST') }, { urls: ['http://localhost:*/hook'] }),
  ).toMatchObject({ ended: 'done' })
})

it('gives up at its deadline and when it is cancelled', async () => {
  expect(await post({}, {}, { timeoutMs: 50 })).toMatchObject({ ended: 'timeout' })
  const abort = new AbortController()
  const answer = post({}, {}, {}, abort.signal)
  abort.abort()
  expect(await answer).toMatchObject({ ended: 'cancelled' })
})

import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CallScope } from '@raider/contracts'
import { createBench } from '../bench.fixture.js'
import { createSite } from './site.fixture.js'

/** A bench that may read pages of this machine. */
const createReader = (scope: Partial<CallScope> = {}) =>
  createBench({}, { web: { privateHosts: ['127.0.0.1'] }, scope })

const html = { 'Content-Type': 'text/html; charset=utf-8' }

describe('WebFetch', () => {
  it('turns HTML into Markdown, without scripts', async () => {
    await using site = await createSite((_, response) =>
      response.writeHead(200, html).end('<h1>Hi</h1><script>alert(1)</script><p>to <a href="/x">you</a></p>'),
    )
    await using bench = await createReader()
    const { text, structured } = await bench.call('WebFetch', { url: `${site.origin}/a`, prompt: 'p' })
    expect(text).toBe('# Hi\n\nto [you](/x)')
    expect(structured).toMatchObject({ code: 200, codeText: 'OK', bytes: 66, url: `${site.origin}/a`, result: text })
  })

  it('has a model answer from the page', async () => {
    await using site = await createSite((_, response) => response.end('the sky is green'))
    await using bench = await createReader({
      evaluate: ({ text }) => Promise.resolve(/green/.test(text) && /which colour/.test(text) ? 'green' : 'unknown'),
    })
    expect((await bench.call('WebFetch', { url: site.origin, prompt: 'which colour?' })).text).toBe('green')
  })

  it('gives the page itself where the model cannot be asked', async () => {
    await using site = await createSite((_, response) => response.end('the sky is green'))
    await using bench = await createReader({ evaluate: () => Promise.reject(new Error('overloaded')) })
    const { text } = await bench.call('WebFetch', { url: site.origin, prompt: 'p' })
    expect(text).toContain('overloaded')
    expect(text).toContain('the sky is green')
  })

  it('asks the server once for a page that is read again', async () => {
    await using site = await createSite((_, response) => response.end('a'))
    await using bench = await createReader()
    for (const prompt of ['p', 'q']) await bench.call('WebFetch', { url: site.origin, prompt })
    expect(site.asked).toHaveLength(1)
  })

  it('follows redirects on the host, and tells of those that leave it', async () => {
    await using site = await createSite(({ url }, response) => {
      if (url === '/start') response.writeHead(302, { Location: '/next' }).end()
      else if (url === '/next') response.end('arrived')
      else response.writeHead(301, { Location: 'https://example.com/there' }).end()
    })
    await using bench = await createReader()
    expect((await bench.call('WebFetch', { url: `${site.origin}/start`, prompt: 'p' })).text).toBe('arrived')
    const { status, text } = await bench.call('WebFetch', { url: `${site.origin}/away`, prompt: 'p' })
    expect(status).toBe('ok')
    expect(text).toContain('https://example.com/there')
  })

  it('gives up on endless redirects', async () => {
    await using site = await createSite((_, response) => response.writeHead(302, { Location: '/' }).end())
    await using bench = await createReader()
    expect((await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).text).toContain('more than 10 times')
    expect(site.asked).toHaveLength(11)
  })

  it('reads a long page piece by piece', async () => {
    await using site = await createSite((_, response) => response.end(`${'a'.repeat(100_000)}rest`))
    await using bench = await createReader()
    const read = async (offset?: number) =>
      (await bench.call('WebFetch', { url: site.origin, prompt: 'p', ...(offset !== undefined && { offset }) })).text
    expect(await read()).toContain('call again with offset 100000')
    expect(await read(100_000)).toBe('rest')
    expect(await read(200_000)).toBe('The page ends at character 100004.')
  })

  it('stops at a page that is too long, however small it is packed', async () => {
    const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024))
    await using site = await createSite((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    )
    await using bench = await createReader()
    expect(await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('longer than 10 MB'),
    })
  })

  it('takes an encoding that nobody knows for none', async () => {
    await using site = await createSite((_, response) =>
      response.writeHead(200, { ...html, 'Content-Encoding': 'constructor' }).end('<p>hello'),
    )
    await using bench = await createReader()
    expect((await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).text).toContain('hello')
  })

  it('keeps what is no text in a file', async () => {
    await using site = await createSite((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF'),
    )
    await using bench = await createReader()
    const { text } = await bench.call('WebFetch', { url: `${site.origin}/a.pdf`, prompt: 'p' })
    const [file = ''] = /\/\S+\.pdf(?=\.$)/.exec(text) ?? []
    expect(await readFile(file, 'utf8')).toBe('%PDF')
  })

  it('tells what the server answered, and what the network said', async () => {
    await using site = await createSite((_, response) => response.writeHead(404).end('gone'))
    await using bench = await createReader()
    expect((await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).text).toContain('404 Not Found')
    const { status, text } = await bench.call('WebFetch', { url: 'http://127.0.0.1:1/', prompt: 'p' })
    expect({ status, text }).toEqual({ status: 'failed', text: 'connect ECONNREFUSED 127.0.0.1:1' })
  })

  it('never reaches a private host that the user did not allow', async () => {
    await using site = await createSite((_, response) => response.end('secret'))
    await using bench = await createBench()
    for (const url of [
      site.origin,
      site.origin.replace('127.0.0.1', 'localhost'),
      site.origin.replace('127.0.0.1', '2130706433'),
    ])
      expect(await bench.call('WebFetch', { url, prompt: 'p' })).toMatchObject({
        status: 'failed',
        text: expect.stringContaining('not on the public internet'),
      })
    expect(site.asked).toEqual([])
  })

  it('reads a private host that the user allowed by its name', async () => {
    await using site = await createSite((_, response) => response.end('words'))
    await using bench = await createBench({}, { namesHost: (host) => host === '127.0.0.1' })
    expect(await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).toMatchObject({ text: 'words' })
    expect(
      await bench.call('WebFetch', { url: site.origin.replace('127.0.0.1', 'localhost'), prompt: 'p' }),
    ).toMatchObject({ text: expect.stringContaining('WebFetch(domain:localhost)') })
  })

  it('is not led to a private host by a redirect', async () => {
    await using secret = await createSite((_, response) => response.end('secret'))
    await using site = await createSite((_, response) => response.writeHead(302, { Location: secret.origin }).end())
    await using bench = await createReader()
    expect((await bench.call('WebFetch', { url: site.origin, prompt: 'p' })).text).toContain(
      'redirects to another host',
    )
    expect(secret.asked).toEqual([])
  })

  it.each([
    ['not a url', 'Invalid URL'],
    ['ftp://example.com/x', 'Unsupported protocol ftp:'],
    ['https://user:word@example.com/', 'user name'],
  ])('refuses %s', async (url, message) => {
    await using bench = await createReader()
    expect(await bench.call('WebFetch', { url, prompt: 'p' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining(message),
    })
  })
})

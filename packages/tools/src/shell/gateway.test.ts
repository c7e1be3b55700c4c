import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createSite } from '../web/site.fixture.js'
import { openGateway } from './gateway.js'

/** Asks for a page by way of a gateway; status and body. */
const ask = async (socket: string, url: string): Promise<string> => {
  const asked = request({ socketPath: socket, path: url, headers: { Host: new URL(url).host } })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return `${answer.statusCode} ${body}`
}

/** Opens a tunnel by way of a gateway and asks for a page through it. */
const tunnelled = async (socket: string, host: string): Promise<string> => {
  const asked = request({ socketPath: socket, method: 'CONNECT', path: host })
  asked.end()
  const [answer, stream] = (await once(asked, 'connect')) as [{ statusCode: number }, NodeJS.ReadWriteStream]
  if (answer.statusCode !== 200) return String(answer.statusCode)
  stream.write(`GET /page HTTP/1.0\r\nHost: ${host}\r\n\r\n`)
  let body = ''
  for await (const chunk of stream) body += String(chunk)
  return body.split('\r\n\r\n')[1] ?? ''
}

describe('a gateway', () => {
  it('lets open hosts pass, in plain requests and in tunnels', async () => {
    await using site = await createSite((_, response) => response.end('hello'))
    const gateway = await openGateway((host) => host === '127.0.0.1')
    expect(await ask(gateway.socket, `${site.origin}/page`)).toBe('200 hello')
    expect(await tunnelled(gateway.socket, new URL(site.origin).host)).toBe('hello')
    expect(site.asked).toEqual(['/page', '/page'])
    gateway.close()
  })

  it('refuses all others, whatever they are called', async () => {
    await using site = await createSite((_, response) => response.end('hello'))
    const gateway = await openGateway(() => false)
    expect(await ask(gateway.socket, `${site.origin}/page`)).toMatch(/^403 127\.0\.0\.1 is not among the hosts/)
    expect(await tunnelled(gateway.socket, new URL(site.origin).host)).toBe('403')
    expect(await tunnelled(gateway.socket, 'host:port')).toBe('403')
    expect(site.asked).toEqual([])
    gateway.close()
  })

  it('outlives a host that answers with what is no status', async () => {
    const host = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 099 odd\r\n\r\n')))
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const gateway = await openGateway(() => true)
    expect(await ask(gateway.socket, `http://127.0.0.1:${(host.address() as AddressInfo).port}/`)).toBe('502 ')
    gateway.close()
    host.close()
  })
})

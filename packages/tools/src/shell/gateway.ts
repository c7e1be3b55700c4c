import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, type Duplex } from 'node:stream'

/** The only way out of a sandbox without a network. */
interface Gateway {
  /** Unix socket on which it is asked, as an HTTP proxy is. */
  readonly socket: string
  /** Ends all connections. */
  close(): void
}

/** Opens a proxy that connects to the hosts that `isOpen` names and answers 403 for all others. Names are resolved here, outside. */
export const openGateway = async (isOpen: (host: string) => boolean): Promise<Gateway> => {
  const folder = mkdtempSync(join(tmpdir(), 'raider-gateway-'))
  const socket = join(folder, 'socket')
  const open = new Set<Duplex>()
  const keep = (stream: Duplex): void => {
    open.add(stream)
    stream.once('close', () => open.delete(stream))
  }
  const server = createServer((incoming, response) => forward(incoming, response, isOpen))
  server.on('connection', keep)
  server.on('connect', (incoming, client, head) => {
    const target = tunnel(incoming.url ?? '', client, head, isOpen)
    if (target !== undefined) keep(target)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  return {
    socket,
    close() {
      server.close()
      for (const stream of open) stream.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const refusal = (host: string): string =>
  `${host} is not among the hosts that the sandbox may reach (sandbox.network.allowedDomains).\n`

/** Answers `CONNECT host:port`, by which programs reach TLS servers. */
const tunnel = (
  address: string,
  client: Duplex,
  head: Buffer,
  isOpen: (host: string) => boolean,
): Socket | undefined => {
  const { hostname, port } = URL.canParse(`http://${address}`)
    ? new URL(`http://${address}`)
    : { hostname: '', port: '' }
  client.on('error', () => client.destroy())
  if (!isOpen(hostname)) {
    client.end(`HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${refusal(hostname)}`)
    return undefined
  }
  const target = connect(Number(port) || 80, bare(hostname))
  target.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    target.write(head)
    // An end that fails takes the other one with it.
    pipeline(client, target, client, () => undefined)
  })
  target.once('error', () => client.destroy())
  return target
}

/** Passes a plain request on, which names its target in full. */
const forward = (incoming: IncomingMessage, response: ServerResponse, isOpen: (host: string) => boolean): void => {
  const { url = '', method, headers } = incoming
  const { hostname, port, pathname, search } = URL.canParse(url) ? new URL(url) : new URL('http://none.invalid/')
  if (!isOpen(hostname)) return void response.writeHead(403, { 'Content-Type': 'text/plain' }).end(refusal(hostname))
  const { 'proxy-connection': _proxy, ...passed } = headers
  const asked = request({ host: bare(hostname), port: port || 80, path: pathname + search, method, headers: passed })
  asked.once('response', (answer) => {
    response.writeHead(passedStatus(answer.statusCode), answer.headers)
    pipeline(answer, response, () => undefined)
  })
  asked.once('error', () => response.destroy())
  pipeline(incoming, asked, () => undefined)
}

/** Node's client reads any number as a status, its server throws at those that HTTP does not know. */
const passedStatus = (status = 0): number => (status >= 100 && status <= 999 ? status : 502)

/** Without the brackets of an IPv6 address. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * Program and arguments that stand in a sandbox before the command: they take connections on port 3128 of its own loopback device to the
 * gateway's socket, since few programs can ask a proxy on a unix socket.
 */
export const bridge = (socket: string): readonly string[] => [process.execPath, '-e', bridgeSource, socket]

/** What programs are told of the bridge. */
export const bridgeVariables: Readonly<Record<string, string>> = Object.fromEntries([
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map((name) => [
    name,
    'http://127.0.0.1:3128',
  ]),
  ...['NO_PROXY', 'no_proxy'].map((name) => [name, 'localhost,127.0.0.1,::1']),
])

const bridgeSource = `
const net = require('node:net')
const [, socket, file, ...args] = process.argv
const server = net.createServer((inner) => {
  const outer = net.connect(socket)
  for (const end of [inner, outer]) end.on('error', () => (inner.destroy(), outer.destroy()))
  inner.pipe(outer).pipe(inner)
})
server.listen(3128, '127.0.0.1', () => {
  const child = require('node:child_process').spawn(file, args, { stdio: 'inherit' })
  child.on('error', (error) => (console.error(error.message), process.exit(127)))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)))
})`

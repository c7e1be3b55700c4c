import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server on this machine. */
export interface Site {
  /** Such as `http://127.0.0.1:4711`. */
  readonly origin: string
  /** Paths that were asked for. */
  readonly asked: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export const createSite = async (answer: RequestListener): Promise<Site> => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

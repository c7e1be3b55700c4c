import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

let conversations = 0

/** Starts the mock API in a process of its own. */
export async function startMock() {
  const child = fork(join(import.meta.dirname, 'server.mjs'))
  const [{ port }] = await once(child, 'message')
  return {
    /**
     * Base URL of a new conversation.
     * @param {number} turns that call tools
     * @param {number} calls in each of them
     */
    conversation: (turns, calls) => `http://127.0.0.1:${port}/t${turns}-c${calls}-${conversations++}`,
    /**
     * What came in of a conversation: requests, bytes and the monotonic time of the first.
     * @param {string} url
     */
    stats: async (url) => (await fetch(url)).json(),
    close: () => child.disconnect(),
  }
}

import { tell } from './task.mjs'

/** Reads its input and says nothing. Each index makes another command, since equal hooks run once. */
export const command = (index) => `cat >/dev/null; : ${index}`

/** About as long as the input of a PreToolUse hook. */
export const hookInput = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'echo',
  tool_input: { text: 'x' },
  padding: 'x'.repeat(400),
})

/**
 * Measures calls of a hook: arguments are how many calls and how many hooks each runs side by side. A first call does not count.
 * @param {(calls: number, parallel: number) => Promise<void>} run
 */
export async function measureCalls(run) {
  const [calls, parallel] = process.argv.slice(2).map(Number)
  await run(1, parallel)
  const startCpu = process.cpuUsage()
  const start = performance.now()
  await run(calls, parallel)
  const wallMs = (performance.now() - start) / calls
  const { user, system } = process.cpuUsage(startCpu)
  tell({ wallMs, cpuMs: (user + system) / 1000 / calls })
}

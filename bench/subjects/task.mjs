/** What every subject runs: the same prompt and one tool that answers with two thousand characters. */
export const prompt = 'Read the file part by part and tell what it holds.'

export const model = 'claude-sonnet-5'

/** The tool in plain terms; each subject words it for its library. */
export const echo = {
  name: 'echo',
  description: 'Shows a part of the file.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  run: async () => line.repeat(25),
}

const line = 'The quick brown fox jumps over the lazy dog, and then it goes home to rest. End'.padEnd(80, '.')

/**
 * Measures a run of this process from its first request to its last reply, and tells the parent. What was imported and made
 * before is not counted.
 * @param {(url: string, turns: number) => Promise<void>} run
 */
export async function measureRun(run) {
  const [url, turns] = process.argv.slice(2)
  const startCpu = process.cpuUsage()
  const start = performance.now()
  await run(url, Number(turns))
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(startCpu)
  tell({ cpuMs: (user + system) / 1000, wallMs, peakMb: process.resourceUsage().maxRSS / 1024 })
}

/** What is in use on the heap. Needs --expose-gc. */
export function heapBytes() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** Hands a result to the parent and ends. */
export function tell(result) {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
}

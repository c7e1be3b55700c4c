import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureInTurns, outputOf, runSubject } from '../child.mjs'
import { startMock } from '../mock/client.mjs'
import { digits, table } from '../../scripts/table.mjs'

const subjects = join(import.meta.dirname, '../subjects')
const cli = join(import.meta.dirname, '../../packages/cli/bin/raider.js')

/**
 * CPU of `import 'raider'`, and the time from the start of a process to its first request to the model.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureStartCost({ node, rounds }) {
  const mock = await startMock()
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'raider-bench-')))
  try {
    const fetchOnly = (url) => [join(subjects, 'first-request.mjs'), url]
    const raider = () => [cli, '-p', 'hello']
    const results = await measureInTurns(
      {
        nothing: () => runSubject(node, [join(subjects, 'import.mjs'), 'node:path']),
        import: () => runSubject(node, [join(subjects, 'import.mjs'), 'raider']),
        fetch: () => timeToRequest(mock, node, fetchOnly, home),
        cli: () => timeToRequest(mock, node, raider, home),
      },
      // A start is short, and one disturbance as long as itself.
      rounds * 3,
    )
    return describe(results)
  } finally {
    mock.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Milliseconds from the start of the process to the first request. */
async function timeToRequest(mock, node, args, home) {
  const url = mock.conversation(0, 1)
  const start = process.hrtime.bigint()
  const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: url }
  await outputOf(node, args(url), { cwd: home, env })
  const { firstNs } = await mock.stats(url)
  return { wallMs: Number(BigInt(firstNs) - start) / 1e6 }
}

function describe({ nothing, import: imported, fetch: floor, cli: raider }) {
  const cpuMs = imported.cpuMs - nothing.cpuMs
  const ratio = raider.wallMs / floor.wallMs
  return {
    title: 'Start',
    text: table(
      ['what', 'ms'],
      [
        ["CPU of import 'raider'", digits(cpuMs)],
        ['one fetch: start of the process to the first request', digits(floor.wallMs)],
        ['raider -p: start of the process to the first request', digits(raider.wallMs)],
      ],
    ),
    targets: [
      { name: "CPU of import 'raider'", value: cpuMs, limit: 80, unit: 'ms' },
      { name: 'raider -p to its first request', value: ratio, limit: 2, unit: '× one fetch' },
    ],
  }
}

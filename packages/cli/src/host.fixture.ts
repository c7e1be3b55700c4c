import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from 'raider'
import type { CliProject } from './raider.fixture.js'

const bin = fileURLToPath(new URL('../bin/raider.js', import.meta.url))

/** What a host does at a line that it reads; what it returns is written back. */
export type Reaction = (message: JsonObject) => readonly JsonObject[] | undefined

/** What came of a session with a host. */
export interface Hosted {
  readonly code: number | null
  readonly messages: readonly JsonObject[]
  readonly stderr: string
}

/** A prompt as a host writes it. */
export const prompt = (content: string): JsonObject => ({ type: 'user', message: { role: 'user', content } })

/** A request as a host writes it, named by its subtype. */
export const request = (subtype: string, fields: JsonObject = {}): JsonObject => ({
  type: 'control_request',
  request_id: subtype,
  request: { subtype, ...fields },
})

/** The answer to a request of the session. */
export const answer = ({ request_id }: JsonObject, response: JsonObject): JsonObject => ({
  type: 'control_response',
  response: { subtype: 'success', request_id, response },
})

/** Runs the built program as a host does: writes `first`, reacts to each line, and closes its side after the `results`th result. */
export function host(
  project: CliProject,
  flags: readonly string[],
  first: readonly JsonObject[],
  react: Reaction = () => undefined,
  results = 1,
): Promise<Hosted> {
  const format = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const child = spawn(process.execPath, [bin, ...format, '--engine', 'script:script.yaml', ...flags], {
    cwd: project.dir,
    env: { PATH: process.env['PATH'], HOME: project.home, TMPDIR: project.home },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const messages: JsonObject[] = []
  let stderr = ''
  const write = (message: JsonObject): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as JsonObject
    messages.push(message)
    react(message)?.forEach(write)
    if (messages.filter(({ type }) => type === 'result').length === results) child.stdin.end()
  })
  first.forEach(write)
  if (results === 0) child.stdin.end()
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', (code) => resolve({ code, messages, stderr })),
  )
}

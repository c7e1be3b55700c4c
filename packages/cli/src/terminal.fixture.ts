import { PassThrough } from 'node:stream'
import type { Terminal } from './terminal.js'

/** A terminal in memory: what is typed comes from `stdin`, what is printed can be read back. */
export interface FakeTerminal extends Terminal {
  readonly stdin: PassThrough & { isTTY?: boolean }
  out(): string
  err(): string
}

/** `tty` puts a person before it. */
export function fakeTerminal(over: Partial<Terminal> & { readonly tty?: boolean } = {}): FakeTerminal {
  const { tty = false, ...rest } = over
  const printed = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => {
    const stream = Object.assign(new PassThrough(), { isTTY: tty })
    stream.on('data', (chunk: Buffer) => (printed[name] += chunk.toString()))
    return stream
  }
  return {
    stdin: Object.assign(new PassThrough(), { isTTY: tty }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
    cwd: '/',
    unread: new AbortController().signal,
    ...rest,
    out: () => printed.stdout,
    err: () => printed.stderr,
  } as FakeTerminal
}

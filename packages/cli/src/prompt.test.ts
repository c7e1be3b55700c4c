import { describe, expect, it } from 'vitest'
import { fakeTerminal } from './terminal.fixture.js'
import { readPrompt } from './prompt.js'

describe('the prompt of -p', () => {
  it('is the argument, a line feed and stdin where there are both', async () => {
    const terminal = fakeTerminal()
    terminal.stdin.end('the log\n')
    await expect(readPrompt('explain', terminal)).resolves.toBe('explain\nthe log\n')
  })

  it('is stdin alone, however late it comes in pieces', async () => {
    const terminal = fakeTerminal()
    const prompt = readPrompt(undefined, terminal)
    terminal.stdin.write(Buffer.from('caf\xc3', 'latin1'))
    terminal.stdin.end(Buffer.from('\xa9', 'latin1'))
    await expect(prompt).resolves.toBe('café')
  })

  it('is the argument alone on a terminal', async () => {
    await expect(readPrompt('explain', fakeTerminal({ tty: true }))).resolves.toBe('explain')
  })

  it('is absent where there is nothing but blanks', async () => {
    const terminal = fakeTerminal()
    terminal.stdin.end(' \n')
    await expect(readPrompt(undefined, terminal)).resolves.toBeUndefined()
  })

  it('may have 10 MB on stdin and no more', async () => {
    const terminal = fakeTerminal()
    terminal.stdin.end(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))
    await expect(readPrompt(undefined, terminal)).rejects.toThrow(/longer than 10 MB/)
  })
})

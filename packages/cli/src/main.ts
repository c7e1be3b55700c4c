import { processTerminal, type Terminal } from './terminal.js'
import { exitCodeOfSignal } from './exit-code.js'
import { start } from './start.js'
import { tellFailure } from './failure.js'

const terminal = processTerminal()

if (process.platform === 'win32') {
  terminal.stderr.write('raider: runs on Linux and macOS; on Windows use WSL (https://aka.ms/wsl)\n')
  process.exit(1)
}

leaveWhenNobodyReads(terminal)
const code = await start(process.argv.slice(2), terminal).catch((thrown: unknown) => tellFailure(thrown, terminal))
terminal.stdout.write('', () => process.exit(code))

/** `raider … | head` ends quietly once head has seen enough: as a signal, for whoever listens, else at once. */
function leaveWhenNobodyReads({ stdout, stderr }: Terminal): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!process.emit('SIGPIPE', 'SIGPIPE')) process.exit(exitCodeOfSignal('SIGPIPE'))
    })
  }
}

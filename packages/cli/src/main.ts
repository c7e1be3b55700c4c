import { leave, processTerminal } from './terminal.js'
import { start } from './start.js'
import { tellFailure } from './failure.js'

const terminal = processTerminal()

if (process.platform === 'win32') {
  terminal.stderr.write('raider: runs on Linux and macOS; on Windows use WSL (https://aka.ms/wsl)\n')
  process.exit(1)
}

leave(await start(process.argv.slice(2), terminal).catch((thrown: unknown) => tellFailure(thrown, terminal)))

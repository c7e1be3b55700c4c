export { exitCodes } from './exit-code.js'
export { flagRows, missingFlags } from './flags.js'
export type { FlagGroup, FlagRow } from './flag.js'
export { commands, type CommandRow, type RunCommand } from './commands.js'

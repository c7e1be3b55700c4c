import { behindPrefix, startChild, type Child, type ChildExit, type ChildSpec } from '@raider/process'
import type { JsonObject } from '@raider/contracts'
import { createFirstLine } from './first-line.js'
import { fault, type Fault } from '../configuration/fault.js'
import { cannotRun } from './failure.js'
import { isStrings } from '../answer/field.js'
import type { Shot, HookReturn, Runner, Start } from '../configuration/hook.js'

/** Most bytes of each stream that a hook may fill: one answer in JSON has room, a flood does not. */
const maxOutputBytes = 8 * 1024 * 1024

interface CommandFields {
  /** Text for a shell, or a program where `args` is present. */
  readonly command: string
  readonly args?: readonly string[]
  readonly shell?: 'bash' | 'powershell'
}

/** Reads a handler of type `command`. */
export const parseCommand = (entry: JsonObject): Runner | Fault => {
  const { command, args, shell } = entry
  if (typeof command !== 'string') return fault('must be a string', 'command')
  if (args !== undefined && !isStrings(args)) return fault('must be a list of strings', 'args')
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell')
    return fault('must be "bash" or "powershell"', 'shell')
  const fields: CommandFields = { command, ...(args && { args }), ...(shell && { shell }) }
  return {
    label: [command, ...(args ?? [])].join(' '),
    identity: JSON.stringify(['command', command, args ?? null]),
    start: startCommand(fields),
  }
}

const startCommand =
  (fields: CommandFields): Start =>
  (shot, signal) => {
    const problem = obstacle(fields, shot)
    if (problem !== undefined) return Promise.resolve(cannotRun(problem))
    const { cwd, env, input, timeoutMs } = shot
    return new Promise((resolve) => {
      let wentOn = false
      const firstLine = createFirstLine((askedMs) => {
        wentOn = true
        if (!shot.background) resolve(goOn(child, done, askedMs))
      })
      const spec: ChildSpec = {
        ...invocation(fields, env),
        cwd,
        env,
        stdin: input,
        ...(timeoutMs !== undefined && { timeoutMs }),
        maxOutputBytes,
        onOutput: (stream, chunk) => {
          if (stream === 'stdout') firstLine(chunk)
        },
      }
      const child = startChild(spec, signal)
      const done = child.exit.then((exit) => (wentOn ? withoutFirstLine(toReturn(exit)) : toReturn(exit)))
      void done.then(resolve)
    })
  }

/** Why a command cannot even be tried. */
const obstacle = ({ command, args }: CommandFields, { env }: Shot): string | undefined => {
  if (command.trim() === '') return 'the command is empty'
  const words = [command, ...(args ?? [])]
  const foreign = ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'].find(
    (name) => env[name] === undefined && words.some((word) => word.includes(`\${${name}}`)),
  )
  if (foreign !== undefined) return `\${${foreign}} is only known to hooks of plugins and skills`
  if (env['CLAUDE_PLUGIN_ROOT'] === undefined) return undefined
  const options = words.flatMap((word) => [...word.matchAll(option)])
  if (args === undefined && options.length > 0)
    return '${user_config.KEY} is for hooks with args; a shell command has it as $CLAUDE_PLUGIN_OPTION_KEY'
  const unset = options.find(([, key = '']) => env[variableOf(key)] === undefined)
  return unset === undefined ? undefined : `${unset[0]} is not configured`
}

/** What the user configured for a plugin folder. */
const option = /\$\{user_config\.([\w-]+)\}/g

const variableOf = (key: string): string => `CLAUDE_PLUGIN_OPTION_${key.replaceAll(/\W/g, '_').toUpperCase()}`

/** In exec form these are put in as plain text; in shell form they are variables of the shell. */
const placeholder = /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g

const invocation = (
  { command, args, shell }: CommandFields,
  env: Readonly<Record<string, string>>,
): Pick<ChildSpec, 'file' | 'args'> => {
  if (args !== undefined) {
    const fill = (word: string): string =>
      word
        .replace(placeholder, (whole, name: string) => env[name] ?? whole)
        .replace(option, (whole, key: string) => env[variableOf(key)] ?? whole)
    return { file: fill(command), args: args.map(fill) }
  }
  if (shell === 'powershell') return { file: 'pwsh', args: ['-NoProfile', '-NonInteractive', '-Command', command] }
  return { file: '/bin/sh', args: ['-c', behindPrefix(command, env)] }
}

const goOn = (child: Child, done: Promise<HookReturn>, timeoutMs: number): HookReturn => {
  child.detach()
  return {
    ended: 'done',
    stdout: '',
    stderr: '',
    durationMs: 0,
    later: { timeoutMs, done, kill: (ended) => child.kill(ended) },
  }
}

const withoutFirstLine = (answer: HookReturn): HookReturn => ({
  ...answer,
  stdout: answer.stdout.slice(answer.stdout.indexOf('\n') + 1),
})

const toReturn = (exit: ChildExit): HookReturn => {
  const problem = problemOf(exit)
  return {
    ended: exit.ended === 'exit' ? (problem === undefined ? 'done' : 'failed') : ended[exit.ended],
    ...(exit.code !== null && { exitCode: exit.code }),
    stdout: exit.stdout,
    partial: exit.partial,
    stderr: exit.stderr,
    ...(problem !== undefined && { problem }),
    durationMs: exit.durationMs,
  }
}

const ended = { timeout: 'timeout', cancelled: 'cancelled', 'spawn-failed': 'failed' } as const

const problemOf = (exit: ChildExit): string | undefined => {
  if (exit.error !== undefined) return exit.error
  if (exit.droppedBytes > 0) return `printed more than ${maxOutputBytes / 1024 / 1024} MiB`
  return exit.killedBy === null ? undefined : `died of ${exit.killedBy}`
}

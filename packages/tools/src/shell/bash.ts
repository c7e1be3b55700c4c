import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import {
  ToolFailure,
  type CallScope,
  type Decoded,
  type JsonObject,
  type Objection,
  type Tool,
} from '@raider/contracts'
import { isInside } from '@raider/disk'
import { onlyReads } from '@raider/permissions'
import { within } from '@raider/process'
import { imageFile } from '../file/image-file.js'
import { loadFile } from '../file/loaded-file.js'
import { recordView } from '../file/file-view.js'
import type { BuiltinOptions } from '../options.js'
import { absolutePath } from '../place.js'
import { closedObject, flagField, numberField, openObject, stringField } from '../schema.js'
import { endOf, keepRunning } from './background-shell.js'
import { bashLimits, type BashLimits } from './bash-limits.js'
import { imageOf, renderBash, type BashOutput } from './bash-output.js'
import { meaningOfExit } from './exit-meaning.js'
import { enterSandbox } from './sandbox.js'
import { hasControls, initialSleep, namesCommand, startsWithSleep } from './shell-command.js'
import { startShell, type ShellProcess, type ShellRun } from './shell-run.js'
import { failureText, trimOutput } from './shell-text.js'
import { staleHint } from './stale-hint.js'
import { isSilent } from './silent-command.js'
import { viewedFiles } from './viewed-file.js'
import { isolationOf } from '../worktree/isolation.js'

interface BashInput {
  readonly command: string
  readonly timeout?: number
  readonly description?: string
  readonly run_in_background?: boolean
  readonly dangerouslyDisableSandbox?: boolean
}

/** The Bash tool: runs a command in a shell of its own. */
export const createBash = ({ homeDir, shellEnv = () => '' }: BuiltinOptions): Tool => ({
  name: 'Bash',
  origin: 'built-in',
  description:
    'Runs a shell command and returns what it prints. The working directory carries over to the next call, variables and ' +
    'functions do not. stdin is empty. Long output goes to a file that the result names. For files prefer Read, Edit and Write.',
  inputSchema: closedObject(['command'], {
    command: stringField('The command'),
    timeout: numberField(
      'Milliseconds until it is ended; default 120000, at most 600000; in the background 600000, at most 7200000',
    ),
    description: stringField('What it does, in a few words, for the user'),
    run_in_background: flagField('Go on at once: you will be told when it ends, and can read its output before'),
    dangerouslyDisableSandbox: flagField('Run outside of the sandbox, where there is one and the settings let you'),
  }),
  otherNames: { timeout_ms: 'timeout' },
  decode: (input) => withoutControls(input, readInput(input).command),
  outputSchema: openObject(['stdout', 'stderr', 'interrupted', 'isImage'], {
    stdout: { type: 'string' },
    stderr: { type: 'string' },
    interrupted: { type: 'boolean' },
    isImage: { type: 'boolean' },
    persistedOutputPath: { type: 'string' },
    persistedOutputSize: { type: 'number' },
    backgroundTaskId: { type: 'string' },
    backgroundOutputPath: { type: 'string' },
  }),
  touches: (input, cwd) => {
    const viewed = viewedFiles(readInput(input).command)
    return viewed.map(({ path }) => ({ path: absolutePath(path, cwd, homeDir), access: 'read' }))
  },
  parallel: (input) => onlyReads(readInput(input).command),
  check: (input, scope) => objectionTo(readInput(input), scope),
  run: (input, scope) => bash(readInput(input), scope, homeDir, shellEnv()),
  render: (structured) => renderBash(structured as BashOutput),
})

/** What a person is asked about must be what runs: control characters would hide a part of it (2.1.332, seen). */
const withoutControls = (input: JsonObject, command: string): Decoded =>
  hasControls(command)
    ? {
        ok: false,
        issues: [
          {
            field: 'command',
            problem: 'The `command` has control characters, which a person could not see when asked about it',
          },
        ],
      }
    : { ok: true, value: input }

/** Seconds from which on a command is taken for one that only waits (Claude Code 2.1.332, seen). */
const longSleep = 25

const objectionTo = (
  { command, run_in_background: beside }: BashInput,
  { profile }: CallScope,
): Objection | undefined =>
  profile.longSleep === 'runs' || beside === true || initialSleep(command) < longSleep
    ? undefined
    : {
        message:
          'A command may not begin by sleeping that long. Watch for what you wait for with Monitor, or start with run_in_background the ' +
          'command whose end you wait for; do not split the sleep.',
      }

const readInput = (input: JsonObject): BashInput => input as unknown as BashInput

const bash = async (input: BashInput, scope: CallScope, homeDir: string, before: string): Promise<BashOutput> => {
  leaveVanishedFolder(scope)
  const limits = bashLimits(scope.env, input.timeout)
  const place = placeOf(input, scope)
  const shell = startShell(
    {
      command: input.command,
      before,
      maxChars: limits.maxChars,
      sandbox: await enterSandbox(input, scope, homeDir),
      ...(place === 'foreground' && { timeoutMs: limits.timeoutMs }),
    },
    scope,
  )
  if (place === 'background') return moved(shell, input, limits, scope)
  const run = place === 'foreground' ? await shell.done : await within(limits.timeoutMs, shell.done)
  if (run !== undefined) {
    const output = await ended(run, input, limits, scope, homeDir)
    return input.dangerouslyDisableSandbox === true ? { ...output, dangerouslyDisableSandbox: true } : output
  }
  return { ...moved(shell, input, bashLimits(scope.env, undefined), scope), timedOutAfterMs: limits.timeoutMs }
}

/** Where a command runs: a `movable` one begins in the foreground and leaves it at its time limit. */
const placeOf = ({ command, run_in_background: wanted }: BashInput, scope: CallScope) => {
  if (scope.env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS'] === '1') return 'foreground'
  if (wanted === true) return 'background'
  const moves = scope.profile.commandTimeout === 'moves to the background' && !startsWithSleep(command)
  return moves ? 'movable' : 'foreground'
}

const moved = (shell: ShellProcess, input: BashInput, limits: BashLimits, scope: CallScope): BashOutput => {
  const { command, description = command } = input
  const { head } = shell.spill()
  const { lifetimeMs } = limits
  const end = (run: ShellRun) => endOf(`Background command "${description}"`, run)
  const backgroundOutputPath = keepRunning(shell, { command, description, lifetimeMs, end }, scope)
  const hint = `The session stays in ${scope.cwd()}, wherever the command goes.`
  return {
    stdout: trimOutput(head),
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: isSilent(command),
    backgroundTaskId: shell.id,
    backgroundOutputPath,
    ...(namesCommand(command, 'cd') && { backgroundCwdHint: hint }),
  }
}

const ended = async (
  { exit, output, cwd }: ShellRun,
  { command }: BashInput,
  limits: BashLimits,
  scope: CallScope,
  homeDir: string,
): Promise<BashOutput> => {
  const meaning = exit.ended === 'exit' ? meaningOfExit(command, exit.code) : undefined
  if (exit.ended !== 'exit' || (exit.code !== 0 && meaning === undefined)) {
    if (output.file !== undefined) await rm(output.file, { force: true })
    throw new ToolFailure(failureText(exit, output, limits.timeoutMs, scope.signal))
  }
  const isLong = output.tail !== ''
  await recordViewed(command, isLong, scope, homeDir)
  const stdout = trimOutput(output.head)
  const picture = imageOf(stdout)
  // Throws where the bytes are no picture that a model can take.
  if (picture !== undefined) await imageFile('The output', Buffer.from(picture.source.data, 'base64'))
  const hint = await staleHint(command, scope)
  return {
    stdout,
    stderr: [...(isLong && output.file === undefined ? [lostOutput] : []), ...followFolder(cwd, scope)].join('\n'),
    interrupted: false,
    isImage: picture !== undefined,
    ...(meaning === undefined ? {} : { returnCodeInterpretation: meaning }),
    noOutputExpected: isSilent(command),
    ...(hint !== undefined && { staleReadFileStateHint: hint }),
    ...(output.file === undefined ? {} : { persistedOutputPath: output.file, persistedOutputSize: output.bytes }),
  }
}

const lostOutput = 'The rest of the output is lost: it is too long, and the file for it could not be written.'

const leaveVanishedFolder = (scope: CallScope): void => {
  const gone = scope.cwd()
  if (existsSync(gone) || gone === scope.projectDir) return
  scope.setCwd(scope.projectDir)
  throw new ToolFailure(
    `The working directory ${gone} no longer exists. It was reset to ${scope.projectDir}; call again.`,
  )
}

/** Moves the session to the folder the command ended in, or back to where it is at home; returns what to tell about it. */
const followFolder = (cwd: string | undefined, scope: CallScope): readonly string[] => {
  // A subagent shares the folder of its session and never moves it.
  if (cwd === undefined || scope.agent !== undefined) return []
  const home = isolationOf(scope.state)?.path ?? scope.projectDir
  const inside = [home, ...scope.state.directories].some((folder) => isInside(cwd, folder))
  const keeps = scope.env['CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR'] !== '1'
  const target = inside && keeps ? cwd : home
  if (target !== scope.cwd()) scope.setCwd(target)
  // Where it is always reset, that is nothing to tell.
  return target === cwd || !keeps ? [] : [`Shell cwd was reset to ${target}`]
}

/** A command that only shows files counts as reading them. */
const recordViewed = async (command: string, cut: boolean, scope: CallScope, homeDir: string): Promise<void> => {
  for (const { path, whole } of viewedFiles(command)) {
    const loaded = await loadFile(absolutePath(path, scope.cwd(), homeDir))
    if (loaded.kind === 'file') recordView(scope.state, loaded, { partial: cut || !whole })
  }
}

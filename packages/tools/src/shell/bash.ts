import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { text, ToolFailure, type CallScope, type Content, type JsonObject, type Tool } from '@raider/contracts'
import { bashLimits } from './bash-limits.js'
import { meaningOfExit } from './exit-meaning.js'
import { recordView } from '../file/file-view.js'
import { loadFile } from '../file/loaded-file.js'
import type { BuiltinOptions } from '../options.js'
import { absolutePath, isInside } from '../place.js'
import { closedObject, flagField, numberField, openObject, stringField } from '../schema.js'
import { isSilent } from './silent-command.js'
import { runShell } from './shell-run.js'
import { failureText, persistedText, trimOutput } from './shell-text.js'
import { viewedFile } from './viewed-file.js'

interface BashInput {
  readonly command: string
  readonly timeout?: number
  readonly run_in_background?: boolean
}

interface BashOutput {
  /** Both streams in the order printed, cut to the limit. */
  readonly stdout: string
  /** Notes of the tool itself. */
  readonly stderr: string
  readonly interrupted: boolean
  readonly isImage: boolean
  readonly noOutputExpected?: boolean
  /** Why an exit code other than 0 is no failure. */
  readonly returnCodeInterpretation?: string
  /** File with all of the output, where that is longer than the limit. */
  readonly persistedOutputPath?: string
  /** Bytes of the output. */
  readonly persistedOutputSize?: number
}

/** The Bash tool: runs a command in a shell of its own. */
export const createBash = ({ homeDir = homedir(), shellEnv = () => '' }: BuiltinOptions): Tool => ({
  name: 'Bash',
  origin: 'built-in',
  description:
    'Runs a shell command and returns what it prints. The working directory carries over to the next call, variables and ' +
    'functions do not. stdin is empty. Long output goes to a file that the result names. For files prefer Read, Edit and Write.',
  inputSchema: closedObject(['command'], {
    command: stringField('The command'),
    timeout: numberField('Milliseconds until it is ended; default 120000, at most 600000'),
    description: stringField('What it does, in a few words, for the user'),
    run_in_background: flagField('Not supported: leave it out'),
    dangerouslyDisableSandbox: flagField('Without effect: commands run without a sandbox'),
  }),
  outputSchema: openObject(['stdout', 'stderr', 'interrupted', 'isImage'], {
    stdout: { type: 'string' },
    stderr: { type: 'string' },
    interrupted: { type: 'boolean' },
    isImage: { type: 'boolean' },
    persistedOutputPath: { type: 'string' },
    persistedOutputSize: { type: 'number' },
  }),
  touches: (input, cwd) => {
    const viewed = viewedFile(readInput(input).command)
    return viewed === undefined ? [] : [{ path: absolutePath(viewed.path, cwd, homeDir), access: 'read' }]
  },
  parallel: (input) => viewedFile(readInput(input).command) !== undefined,
  run: (input, scope) => bash(readInput(input), scope, homeDir, shellEnv()),
  render: (structured) => render(structured as BashOutput),
})

const readInput = (input: JsonObject): BashInput => input as unknown as BashInput

const bash = async (input: BashInput, scope: CallScope, homeDir: string, before: string): Promise<BashOutput> => {
  if (input.run_in_background) {
    throw new ToolFailure('Commands cannot run in the background here. Call again without run_in_background.')
  }
  leaveVanishedFolder(scope)
  const limits = bashLimits(scope.env, input.timeout)
  const { exit, output, cwd } = await runShell(input.command, before, limits, scope)
  const meaning = exit.ended === 'exit' ? meaningOfExit(input.command, exit.code) : undefined
  if (exit.ended !== 'exit' || (exit.code !== 0 && meaning === undefined)) {
    if (output.file !== undefined) await rm(output.file, { force: true })
    throw new ToolFailure(failureText(exit, output, limits.timeoutMs, scope.signal))
  }
  const isLong = output.tail !== ''
  await recordViewed(input.command, isLong, scope, homeDir)
  const stdout = trimOutput(output.head)
  return {
    stdout,
    stderr: [...(isLong && output.file === undefined ? [lostOutput] : []), ...followFolder(cwd, scope)].join('\n'),
    interrupted: false,
    isImage: imageOf(stdout) !== undefined,
    ...(meaning === undefined ? {} : { returnCodeInterpretation: meaning }),
    noOutputExpected: isSilent(input.command),
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

/** Moves the session to the folder the command ended in, or back to the project; returns what to tell about it. */
const followFolder = (cwd: string | undefined, scope: CallScope): readonly string[] => {
  // A subagent shares the folder of its session and never moves it.
  if (cwd === undefined || scope.agent !== undefined) return []
  const inside = [scope.projectDir, ...scope.state.directories].some((folder) => isInside(cwd, folder))
  const keeps = scope.env['CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR'] !== '1'
  const target = inside && keeps ? cwd : scope.projectDir
  if (target !== scope.cwd()) scope.setCwd(target)
  return target === cwd ? [] : [`Shell cwd was reset to ${target}`]
}

/** A command that shows one file counts as reading it. */
const recordViewed = async (command: string, cut: boolean, scope: CallScope, homeDir: string): Promise<void> => {
  const viewed = viewedFile(command)
  if (viewed === undefined) return
  const loaded = await loadFile(absolutePath(viewed.path, scope.cwd(), homeDir))
  if (loaded.kind === 'file') recordView(scope.state, loaded, { partial: cut || !viewed.whole })
}

/** Output that is nothing but a picture, as `data:` URL. */
const imageOf = (stdout: string): Content | undefined => {
  const [, media_type, data] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(stdout) ?? []
  if (media_type === undefined || data === undefined) return undefined
  return { type: 'image', source: { type: 'base64', media_type, data } }
}

const render = (output: BashOutput): readonly Content[] => {
  const image = output.isImage ? imageOf(output.stdout) : undefined
  if (image !== undefined) return output.stderr === '' ? [image] : [image, text(output.stderr)]
  const { persistedOutputPath: file, persistedOutputSize: bytes = 0 } = output
  const shown = file === undefined ? output.stdout : persistedText(output.stdout, bytes, file)
  return [text([shown, output.stderr].filter((part) => part !== '').join('\n') || '(Bash completed with no output)')]
}

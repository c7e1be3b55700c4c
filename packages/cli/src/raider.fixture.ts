import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createProject, type Files, type Project } from '@raider/testing'

const bin = fileURLToPath(new URL('../bin/raider.js', import.meta.url))

/** What a process of the built program left behind. */
export interface Ended {
  readonly code: number | NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A project with the built program at hand. */
export interface CliProject extends Project {
  /** Runs `raider ARGS` in the project to its end; `onOutput` sees what came on stdout so far. */
  raider(args: readonly string[], options?: RunOptions): Promise<Ended>
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Shell text that starts the program as `"$@"`. */
  readonly through?: string
  /** Text on stdin; nothing at all where absent. */
  readonly stdin?: string
  /** Closes stdout once it holds this. */
  readonly hangUpAfter?: string
  readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** A project whose `script.yaml` has these turns. The program sees a home of its own and no key. */
export async function cliProject(turns: readonly unknown[] = [], files: Files = {}): Promise<CliProject> {
  const project = await createProject({ 'script.yaml': JSON.stringify({ turns }), ...files })
  return { ...project, raider: (args, options = {}) => run(project, args, options) }
}

/** Flags of a scripted `-p` run. */
export const scripted = ['-p', 'go', '--engine', 'script:script.yaml'] as const

/** Settings with one command hook. */
export const hookSettings = (event: string, command: string): Files => ({
  '.claude/settings.json': { hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } },
})

function run(
  project: Project,
  args: readonly string[],
  { env, through, stdin, hangUpAfter, onOutput }: RunOptions,
): Promise<Ended> {
  const command = [process.execPath, bin, ...args]
  const [file = '', ...rest] = through === undefined ? command : ['/bin/sh', '-c', through, 'sh', ...command]
  const child = spawn(file, rest, {
    cwd: project.dir,
    env: { PATH: process.env['PATH'], HOME: project.home, TMPDIR: project.home, ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdin?.end(stdin)
  child.stdout?.on('data', (chunk: Buffer) => {
    text.stdout += chunk.toString()
    if (hangUpAfter !== undefined && text.stdout.includes(hangUpAfter)) child.stdout?.destroy()
    onOutput?.(text.stdout, (signal) => void child.kill(signal))
  })
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', (code, signal) => resolve({ code: code ?? signal, ...text })),
  )
}

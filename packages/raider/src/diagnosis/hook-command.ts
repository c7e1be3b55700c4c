import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findProgram, isProgram } from '@raider/process'

/** Words that a shell knows by itself. */
const shellWords: ReadonlySet<string> = new Set(
  (
    '! . : [ [[ alias break builtin case cd command continue declare echo eval exec exit export false for function getopts hash if ' +
    'jobs kill let local printf pwd read return select set shift source test time times trap true type typeset ulimit umask unset until ' +
    'wait while'
  ).split(' '),
)

/** Programs whose first argument is the file they run. */
const interpreters = /^(?:ba|z|da|k)?sh$|^(?:python3?|node|bun|ruby|perl|php|pwsh)$/

/**
 * Why the command of a hook cannot run, as far as that can be seen without a shell: its program, or the script it hands to an
 * interpreter, is not there. Undefined where nothing is known against it.
 */
export function commandProblem(
  command: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): string | undefined {
  const [program, script] = wordsOf(command, env)
  if (program === undefined) return undefined
  if (program.includes('/')) return fileProblem(resolve(cwd, program), true)
  if (shellWords.has(program)) return undefined
  if (findProgram(program, env['PATH'] ?? '') === undefined) return `there is no program ${program}`
  return !interpreters.test(program) || script === undefined || script.startsWith('-') || !script.includes('/')
    ? undefined
    : fileProblem(resolve(cwd, script), false)
}

const fileProblem = (file: string, asProgram: boolean): string | undefined => {
  if (!existsSync(file)) return `there is no file ${file}`
  return asProgram && !isProgram(file) ? `${file} is not executable` : undefined
}

/** The first two words with quotes taken off and variables filled in; nothing from the first that only a shell understands. */
function wordsOf(command: string, env: Readonly<Record<string, string>>): readonly string[] {
  const words = command.trim().match(/^((?:"[^"]*"|'[^']*'|[^\s"'])+)(?:\s+((?:"[^"]*"|'[^']*'|[^\s"'])+))?/)
  const known: string[] = []
  for (const written of (words ?? []).slice(1)) {
    const word = written
      ?.replaceAll(/["']/g, '')
      .replace(/^~(?=\/)/, env['HOME'] ?? '~')
      .replaceAll(
        /\$(?:\{(\w+)\}|(\w+))/g,
        (whole, braced?: string, bare?: string) => env[braced ?? bare ?? ''] ?? whole,
      )
    if (word === undefined || /^#|[$`;&|<>()*?[\]{}\\=]/.test(word)) break
    known.push(word)
  }
  return known
}

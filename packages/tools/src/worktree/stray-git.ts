import { resolve } from 'node:path'
import { hole, parseShell, type ShellPart, type ShellWord } from '@raider/permissions'
import { isInside } from '@raider/disk'

/** Options before the subcommand by which git works in another place; the others that take a value. */
const movingOptions: ReadonlySet<string> = new Set(['-C', '--git-dir', '--work-tree'])
const valuedOptions: ReadonlySet<string> = new Set(['-c', '--config-env', '--namespace', '--attr-source'])

/** Variables that do the same. */
const movingVariable = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY)$/

/** A script for another program, in which git is moved. */
const movedWithin = /\bgit\s+(-C|--git-dir|--work-tree)|\bcd\b[^]*\bgit\b|\bGIT_(DIR|WORK_TREE)/

/** Is a path, seen from the current folder, where git may work? */
type IsHome = (path: string) => boolean

/**
 * Why a command line may have git work outside of a folder: it names another place, or one that is not known before it runs.
 * Undefined where it does not.
 */
export const strayGit = (command: string, cwd: string, folder: string): string | undefined => {
  if (!command.includes('git') && !command.includes('GIT_')) return undefined
  const { parts, problem } = parseShell(command)
  if (problem !== undefined) return 'the command names git and cannot be taken apart'
  const isHome: IsHome = (path) => !path.includes(hole) && isInside(resolve(cwd, path), folder)
  for (const part of parts) {
    const stray = strayVariable(part, isHome) ?? strayCall(part, isHome)
    if (stray !== undefined) return stray
  }
  return undefined
}

/** Set before the command, by `export`, or through `env`. */
const strayVariable = ({ assignments, words }: ShellPart, isHome: IsHome): string | undefined => {
  const set = [
    ...assignments.map(({ name, value }) => ({ name, value: value?.value ?? hole })),
    ...words.map(({ value }) => ({ name: value.split('=', 1)[0] ?? '', value: value.slice(value.indexOf('=') + 1) })),
  ]
  const stray = set.find(({ name, value }) => movingVariable.test(name) && !isHome(value))
  return stray && `the command sets ${stray.name}`
}

const strayCall = ({ words, cds }: ShellPart, isHome: IsHome): string | undefined => {
  const at = words.findIndex(({ value }) => /(^|\/)git$/.test(value))
  if (at < 0)
    return words.slice(1).some(({ value }) => movedWithin.test(value))
      ? 'the command hands git to another program'
      : undefined
  if (cds.some((dir) => dir === undefined || !isHome(dir))) return 'the command changes the folder before it calls git'
  return strayOption(words.slice(at + 1), isHome)
}

const strayOption = (args: readonly ShellWord[], isHome: IsHome): string | undefined => {
  for (let at = 0; args[at]?.value.startsWith('-') === true; at++) {
    const [option = '', ...attached] = (args[at]?.value ?? '').split('=')
    if (valuedOptions.has(option) && attached.length === 0) at++
    if (!movingOptions.has(option)) continue
    const place = attached.length > 0 ? attached.join('=') : (args[++at]?.value ?? hole)
    if (!isHome(place)) return `${option} moves git to another place`
  }
  return undefined
}

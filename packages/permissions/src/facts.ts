import { basename, dirname, join, relative, resolve } from 'node:path'
import type { JsonObject, Profile } from '@raider/contracts'

/** What a decision depends on besides rules, mode and call. Passed in, so that deciding touches no file system. */
export interface PermissionFacts {
  readonly profile: Profile
  /** In plan mode commands are asked for, whatever the profile makes of them: an answer began the plan. Default false. */
  readonly planAsks?: boolean
  /** Folder the session was started in; absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  /** Folders beside the project folder that count as inside; absolute. */
  readonly directories: readonly string[]
  /** Folders that are inside for reading only, such as that of outputs too long for the model; absolute. */
  readonly readable?: readonly string[]
  /** Folders of what a session notes for later: file tools read and write there unless a rule speaks against it; absolute. */
  readonly notes?: readonly string[]
  /** False where the file system takes `A` and `a` for one name. */
  readonly caseSensitive: boolean
  /** Resolves the links of a path as far as it exists. */
  readonly realPath: (path: string) => string
  /** May a shell command run without a question, since it runs in a sandbox? Default never. */
  readonly isFreeInSandbox?: (input: JsonObject) => boolean
  /** Names in a folder, hidden ones included; none where it cannot be read. Tells what a glob stands for. */
  readonly list: (folder: string) => readonly string[]
}

/** A path as written and where it really leads. */
export const bothForms = (path: string, facts: PermissionFacts): readonly string[] => {
  const real = facts.realPath(path)
  return real === path ? [path] : [path, real]
}

/** Folders in which reading needs no rule. */
export const openFolders = (facts: PermissionFacts): readonly string[] => [facts.projectDir, ...facts.directories]

/** Does a path lie in the project or an additional folder, both as written and as it really leads? */
export const isInside = (path: string, facts: PermissionFacts): boolean => isWithin(path, openFolders(facts), facts)

/** Does a path lie inside as written, but lead out through a link? */
export const leavesByLink = (path: string, facts: PermissionFacts): boolean =>
  openFolders(facts).some((folder) => contains(folder, path, facts)) && !isInside(path, facts)

/** Where a path leads that is a link itself; undefined for anything else, a path through links included. */
export const linkTarget = (path: string, facts: PermissionFacts): string | undefined => {
  const real = facts.realPath(path)
  return real === join(facts.realPath(dirname(path)), basename(path)) ? undefined : real
}

/** Does a path lie where the session keeps its notes, both as written and as it really leads? */
export const isNoted = (path: string, facts: PermissionFacts): boolean => isWithin(path, facts.notes ?? [], facts)

/** May a path be read without a rule? */
export const isReadable = (path: string, facts: PermissionFacts): boolean =>
  isInside(path, facts) || isNoted(path, facts) || isWithin(path, facts.readable ?? [], facts)

const isWithin = (path: string, folders: readonly string[], facts: PermissionFacts): boolean => {
  const { realPath } = facts
  const holds = (form: string) => (folder: string) =>
    contains(folder, form, facts) || contains(realPath(folder), form, facts)
  const target = realPath(path)
  return folders.some(holds(path)) && (target === path || folders.some(holds(target)))
}

/** Does a folder hold a path, or is it that path? */
export const contains = (folder: string, path: string, facts: Pick<PermissionFacts, 'caseSensitive'>): boolean => {
  const fold = (text: string): string => (facts.caseSensitive ? text : text.toLowerCase())
  return seenFrom(fold(folder), fold(path)) !== undefined
}

/** A path as seen from a folder that holds it, empty for the folder itself; undefined for one that lies elsewhere. Both absolute. */
export const seenFrom = (folder: string, path: string): string | undefined => {
  if (isResolved(folder) && isResolved(path)) {
    if (!path.startsWith(folder)) return undefined
    return path.length === folder.length ? '' : path[folder.length] === '/' ? path.slice(folder.length + 1) : undefined
  }
  const rest = relative(folder, path)
  return rest === '..' || rest.startsWith('../') ? undefined : rest
}

/** Is this a path whose text can be compared, as nearly all are? That is a tenth of the work of resolving it. */
const isResolved = (path: string): boolean => path.startsWith('/') && !/\/(?:\.{0,2}(?:\/|$))/.test(path)

/** The absolute path of a word such as `~/x` or `a/b`, seen from a folder; undefined for the home of another user. */
export const absolutePath = (word: string, cwd: string, homeDir: string): string | undefined => {
  if (word === '~' || word.startsWith('~/')) return resolve(homeDir, `.${word.slice(1)}`)
  return word.startsWith('~') ? undefined : resolve(cwd, word)
}

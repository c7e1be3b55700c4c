import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { SparseMap, type SettingsSource } from '@raider/contracts'
import { isInside, markdownBelow, realPathOf } from '@raider/disk'
import { createMatcher } from '@raider/frontmatter'
import type { Loader, Place } from './loader.js'
import { isTelling, type MemoryFile, type MemoryKind } from './memory.js'

/** Where the memory files of a session may lie. */
interface ShelfOptions {
  readonly loader: Loader
  readonly sources: readonly SettingsSource[]
  /** Links resolved. */
  readonly projectDir: string
  /** Home of the user's configuration. */
  readonly configDir: string
  /** Folder of the organisation's files, where there is one. */
  readonly managedDir?: string
  /** Instructions that stand in managed settings. */
  readonly managedText: readonly MemoryFile[]
  /** Further folders whose own memory files are loaded at the start; links resolved. */
  readonly furtherDirs: readonly string[]
  /** Does AGENTS.md count in a project without CLAUDE.md? */
  readonly readsAgents: boolean
  /** Told of rules whose frontmatter is no YAML: they hold for every file (Claude Code 2.1.332, seen). */
  readonly onMalformed: (path: string) => void
}

/** A rule that waits for a file it speaks of. */
interface WaitingRule {
  readonly place: Place
  readonly globs: readonly string[]
  readonly matches: (file: string) => boolean
}

/** Knows where memory files lie, which of them a session has, and which rules wait. */
export class Shelf {
  readonly #options: ShelfOptions
  /** By path of the rule. */
  readonly #waiting = new SparseMap<string, WaitingRule>()
  /** The project has AGENTS.md in place of CLAUDE.md. */
  #hasAgents = false

  constructor(options: ShelfOptions) {
    this.#options = options
  }

  /** Does AGENTS.md stand in the place of CLAUDE.md? Known from the start on. */
  get hasAgents(): boolean {
    return this.#hasAgents
  }

  /** Forgets everything, as after a compaction. */
  reset(): void {
    this.#options.loader.reset()
    this.#waiting.clear()
  }

  /** The model has this file from elsewhere. */
  know(path: string): void {
    this.#options.loader.know(path)
  }

  /** Rules that wait for a file they speak of. */
  waiting(): readonly { readonly path: string; readonly globs: readonly string[] }[] {
    return Array.from(this.#waiting, ([path, { globs }]) => ({ path, globs }))
  }

  /** The files of the session's start, in the order in which the model reads them. */
  async start(): Promise<readonly MemoryFile[]> {
    const { managedDir, managedText, configDir, projectDir, furtherDirs, sources } = this.#options
    const files: MemoryFile[] = [...managedText]
    if (managedDir !== undefined) {
      files.push(...(await this.#load(place(managedDir, 'CLAUDE.md', 'Managed'))))
      files.push(...(await this.#rules(managedDir, 'Managed', projectDir)))
    }
    if (sources.includes('user')) {
      files.push(...(await this.#load(place(configDir, 'CLAUDE.md', 'User'))))
      files.push(...(await this.#rules(configDir, 'User', projectDir, false, 'rules')))
    }
    const walked = [...ancestors(projectDir), projectDir]
    const before = files.length
    for (const dir of walked) {
      files.push(...(await this.#project(dir)), ...(await this.#projectRules(dir)), ...(await this.#local(dir)))
    }
    this.#hasAgents = this.#options.readsAgents && sources.includes('project') && !files.slice(before).some(isOwnFile)
    if (this.#hasAgents) for (const dir of walked) files.push(...(await this.#agents(dir)))
    // Whoever named them meant their files, whatever the sources (Claude Code 2.1.332, seen).
    for (const dir of furtherDirs)
      files.push(
        ...(await this.#ownFiles(dir, false)),
        ...(await this.#rules(dir, 'Project', dir)),
        ...(await this.#local(dir)),
      )
    return files
  }

  /**
   * The files that a touch of `file` (absolute) brings in, outermost folder first.
   * @param isRead the model read it: only then AGENTS.md comes (Claude Code 2.1.332, seen).
   */
  async touched(file: string, isRead: boolean): Promise<readonly MemoryFile[]> {
    const { projectDir } = this.#options
    const dir = dirname(file)
    const home = isInside(dir, projectDir) ? dir : realPathOf(dir)
    // A folder that is searched or listed is no touched file.
    if (!isInside(home, projectDir) || (await isFolder(file))) return []
    const files: MemoryFile[] = []
    for (const folder of foldersTo(projectDir, home).filter((one) => !isWorktree(one))) {
      files.push(...(await this.#project(folder, true)), ...(await this.#local(folder, true)))
      files.push(...(await this.#projectRules(folder, true)))
      if (isRead && this.#hasAgents && !ownNames.some((name) => existsSync(join(folder, name))))
        files.push(...(await this.#agents(folder, true)))
    }
    return [...files, ...(await this.#newImports(file, home)), ...(await this.#awaited(join(home, basename(file))))]
  }

  /** What a memory file imports that the model has read or written itself. */
  async #newImports(file: string, home: string): Promise<readonly MemoryFile[]> {
    const { loader, projectDir, sources } = this.#options
    const name = basename(file)
    const kind = name === 'CLAUDE.local.md' ? 'Local' : 'Project'
    if (home === projectDir || !ownNames.includes(name) || !sources.includes(kind === 'Local' ? 'local' : 'project'))
      return []
    const candidate = await loader.find({ ...place(home, name, kind), confined: true }, true)
    return candidate ? loader.take(candidate) : []
  }

  async #project(dir: string, confined = false): Promise<readonly MemoryFile[]> {
    return this.#options.sources.includes('project') ? this.#ownFiles(dir, confined) : []
  }

  async #ownFiles(dir: string, confined: boolean): Promise<readonly MemoryFile[]> {
    return [
      ...(await this.#load({ ...place(dir, 'CLAUDE.md', 'Project'), confined })),
      ...(await this.#load({ ...place(dir, join('.claude', 'CLAUDE.md'), 'Project'), confined })),
    ]
  }

  async #local(dir: string, confined = false): Promise<readonly MemoryFile[]> {
    return this.#options.sources.includes('local')
      ? this.#load({ ...place(dir, 'CLAUDE.local.md', 'Local'), confined })
      : []
  }

  async #projectRules(dir: string, confined = false): Promise<readonly MemoryFile[]> {
    return this.#options.sources.includes('project') ? this.#rules(dir, 'Project', dir, confined) : []
  }

  async #agents(dir: string, confined = false): Promise<readonly MemoryFile[]> {
    const unannounced = true
    return [
      ...(await this.#load({ ...place(dir, 'AGENTS.md', 'Project'), confined, unannounced })),
      ...(await this.#load({ ...place(dir, join('.claude', 'AGENTS.md'), 'Project'), confined, unannounced })),
    ]
  }

  async #load(where: Place): Promise<readonly MemoryFile[]> {
    // Most folders hold nothing: a synchronous look costs microseconds, an asynchronous one a turn of the thread pool.
    if (!existsSync(where.path)) return []
    const { loader } = this.#options
    const candidate = await loader.find(where)
    return candidate ? loader.take(candidate) : []
  }

  /** Loads the rules of a folder that hold for every file; the others wait, with their globs read from `base`. */
  async #rules(
    dir: string,
    kind: MemoryKind,
    base: string,
    confined = false,
    below = join('.claude', 'rules'),
  ): Promise<readonly MemoryFile[]> {
    const { loader, onMalformed } = this.#options
    if (!existsSync(join(dir, below))) return []
    const files: MemoryFile[] = []
    for (const path of await markdownBelow(join(dir, below))) {
      if (this.#waiting.has(path)) continue
      const where = { path, kind, folder: dir, confined }
      const candidate = await loader.find(where)
      if (!candidate) continue
      const { globs, malformed } = candidate.document
      if (malformed) onMalformed(path)
      if (globs === undefined) files.push(...(await loader.take(candidate)))
      else {
        this.#waiting.set(path, { place: where, globs, matches: createMatcher(globs, base) })
        // What it imports comes at once (Claude Code 2.1.332, seen).
        files.push(...(await loader.takeImports(candidate)))
      }
    }
    return files
  }

  async #awaited(file: string): Promise<readonly MemoryFile[]> {
    const files: MemoryFile[] = []
    for (const [path, { place: where, matches }] of this.#waiting) {
      if (!matches(file)) continue
      this.#waiting.delete(path)
      files.push(...(await this.#load(where)))
    }
    return files
  }
}

/** Names of a folder's own memory files. */
const ownNames: readonly string[] = ['CLAUDE.md', join('.claude', 'CLAUDE.md'), 'CLAUDE.local.md']

/** Is it one of them, and says something? */
const isOwnFile = (file: MemoryFile): boolean =>
  isTelling(file) && file.parent === undefined && ['CLAUDE.md', 'CLAUDE.local.md'].includes(basename(file.path))

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

const place = (folder: string, name: string, kind: MemoryKind): Place => ({ path: join(folder, name), kind, folder })

/** The root of a worktree of the project: what stands there of the project itself was loaded at the start (Claude Code 2.1.332, seen). */
const isWorktree = (folder: string): boolean => dirname(folder).endsWith(join(sep, '.claude', 'worktrees'))

/** The folders above, from the root down. */
function ancestors(dir: string): readonly string[] {
  const parent = dirname(dir)
  return parent === dir ? [] : [...ancestors(parent), parent]
}

/** The folders from below `top` down to `dir`. */
function foldersTo(top: string, dir: string): readonly string[] {
  const names = relative(top, dir).split(sep).filter(Boolean)
  return names.map((_, index) => join(top, ...names.slice(0, index + 1)))
}

import { basename, dirname, join, relative, sep } from 'node:path'
import { isFolder, isInside, markdownBelow, realFolder } from './disk.js'
import { createMatcher } from './globs.js'
import type { Candidate, Loader, Place } from './loader.js'
import type { MemoryFile, MemoryKind } from './memory.js'

/** Settings source that lets memory files in. */
export type MemorySource = 'user' | 'project' | 'local'

/** Where the memory files of a session may lie. */
export interface ShelfOptions {
  readonly loader: Loader
  readonly sources: ReadonlySet<MemorySource>
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
  /** Told of rules whose frontmatter is no YAML. */
  readonly onMalformed: (path: string) => void
}

/** A rule that waits for a file it speaks of. */
interface WaitingRule {
  readonly candidate: Candidate
  readonly matches: (file: string) => boolean
}

/** Folders whose place is remembered; beyond it the memory starts anew. */
const maxPlaces = 4096

/** Knows where memory files lie, which of them a session has, and which rules wait. */
export class Shelf {
  readonly #options: ShelfOptions
  /** Real folder of each folder that was touched; undefined outside the project. */
  readonly #places = new Map<string, string | undefined>()
  readonly #visited = new Set<string>()
  #waiting: WaitingRule[] = []

  constructor(options: ShelfOptions) {
    this.#options = options
    this.#visited.add(options.projectDir)
  }

  /** Forgets everything, as after a compaction. */
  reset(): void {
    this.#options.loader.reset()
    this.#visited.clear()
    this.#visited.add(this.#options.projectDir)
    this.#places.clear()
    this.#waiting = []
  }

  /** The files of the session's start, in the order in which the model reads them. */
  async start(): Promise<readonly MemoryFile[]> {
    const { managedDir, managedText, configDir, projectDir, furtherDirs, sources } = this.#options
    const files: MemoryFile[] = [...managedText]
    if (managedDir !== undefined) {
      files.push(...(await this.#load(place(managedDir, 'CLAUDE.md', 'Managed'))))
      files.push(...(await this.#rules(managedDir, 'Managed', projectDir)))
    }
    if (sources.has('user')) {
      files.push(...(await this.#load(place(configDir, 'CLAUDE.md', 'User'))))
      files.push(...(await this.#rules(configDir, 'User', projectDir, 'rules')))
    }
    for (const dir of [...ancestors(projectDir), projectDir, ...furtherDirs]) {
      files.push(...(await this.#project(dir)), ...(await this.#projectRules(dir)), ...(await this.#local(dir)))
    }
    return files
  }

  /** The files that a touch of `file` (absolute) brings in, outermost folder first. Costs nothing where nothing is new. */
  async touched(file: string): Promise<readonly MemoryFile[]> {
    const dir = await this.#place(dirname(file))
    if (dir === undefined) return []
    const real = join(dir, basename(file))
    const isNews = !this.#visited.has(dir) || this.#waiting.some((rule) => rule.matches(real))
    // A folder that is searched or listed is no touched file.
    if (!isNews || (await isFolder(real))) return []
    const files: MemoryFile[] = []
    for (const folder of this.#unvisited(dir)) {
      this.#visited.add(folder)
      files.push(...(await this.#project(folder)), ...(await this.#local(folder)))
      files.push(...(await this.#projectRules(folder)))
    }
    return [...files, ...(await this.#awaited(real))]
  }

  async #place(dir: string): Promise<string | undefined> {
    if (this.#places.has(dir)) return this.#places.get(dir)
    if (this.#places.size === maxPlaces) this.#places.clear()
    const real = await realFolder(dir)
    const found = isInside(this.#options.projectDir, real) ? real : undefined
    this.#places.set(dir, found)
    return found
  }

  /** Folders from below the project folder down to `dir` that no touch has visited. */
  #unvisited(dir: string): readonly string[] {
    const { projectDir } = this.#options
    const names = relative(projectDir, dir).split(sep).filter(Boolean)
    const folders = names.map((_, index) => join(projectDir, ...names.slice(0, index + 1)))
    return folders.filter((folder) => !this.#visited.has(folder))
  }

  async #project(dir: string): Promise<readonly MemoryFile[]> {
    if (!this.#options.sources.has('project')) return []
    return [
      ...(await this.#load(place(dir, 'CLAUDE.md', 'Project'))),
      ...(await this.#load(place(dir, join('.claude', 'CLAUDE.md'), 'Project'))),
    ]
  }

  async #local(dir: string): Promise<readonly MemoryFile[]> {
    return this.#options.sources.has('local') ? this.#load(place(dir, 'CLAUDE.local.md', 'Local')) : []
  }

  async #projectRules(dir: string): Promise<readonly MemoryFile[]> {
    return this.#options.sources.has('project') ? this.#rules(dir, 'Project', dir) : []
  }

  async #load(where: Place): Promise<readonly MemoryFile[]> {
    const { loader } = this.#options
    const candidate = await loader.find(where)
    return candidate ? loader.take(candidate) : []
  }

  /** Loads the rules of a folder that hold for every file; the others wait, with their globs read from `base`. */
  async #rules(
    dir: string,
    kind: MemoryKind,
    base: string,
    below = join('.claude', 'rules'),
  ): Promise<readonly MemoryFile[]> {
    const { loader, onMalformed } = this.#options
    const files: MemoryFile[] = []
    for (const path of await markdownBelow(join(dir, below))) {
      const candidate = await loader.find({ path, kind, folder: dir })
      if (!candidate) continue
      const { globs, malformed } = candidate.document
      if (malformed) onMalformed(path)
      else if (globs) this.#waiting.push({ candidate, matches: createMatcher(globs, base) })
      else files.push(...(await loader.take(candidate)))
    }
    return files
  }

  async #awaited(file: string): Promise<readonly MemoryFile[]> {
    const due = this.#waiting.filter((rule) => rule.matches(file))
    if (due.length === 0) return []
    this.#waiting = this.#waiting.filter((rule) => !due.includes(rule))
    const files: MemoryFile[] = []
    for (const { candidate } of due) files.push(...(await this.#options.loader.take(candidate)))
    return files
  }
}

const place = (folder: string, name: string, kind: MemoryKind): Place => ({ path: join(folder, name), kind, folder })

/** The folders above, from the root down. */
function ancestors(dir: string): readonly string[] {
  const parent = dirname(dir)
  return parent === dir ? [] : [...ancestors(parent), parent]
}

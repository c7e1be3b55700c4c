import { dirname, resolve } from 'node:path'
import { isInside, readText, realPath } from './disk.js'
import { parseMemory } from './document.js'
import type { MemoryDocument } from './document.js'
import type { MemoryFile, MemoryKind } from './memory.js'

/** How far imports reach: hops from the first file (Claude Code 2.1.332, seen). */
const maxHops = 4

/** How memory files are read. */
export interface LoaderOptions {
  /** The session's project folder, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  /** True where links lead anywhere; otherwise what they lead to counts as the place of the file. */
  readonly followLinks: boolean
  /** True for files that the settings leave out; asked with the path as found and with links resolved. */
  readonly isExcluded: (path: string) => boolean
  /** Did the user let this project's memory files bring in files from elsewhere? Asked at most once. */
  readonly mayReachOutside: () => Promise<boolean>
  /** Told of every existing file that is not loaded, and why. */
  readonly onLeftOut: (path: string, why: string, level: 'info' | 'warning') => void
}

/** A file to look at. */
export interface Place {
  readonly path: string
  readonly kind: MemoryKind
  /** Folder it belongs to: the one that holds it or its `.claude`. */
  readonly folder: string
}

/** A file that could be loaded. */
export interface Candidate {
  readonly file: MemoryFile
  /** With links resolved. */
  readonly real: string
  readonly document: MemoryDocument
}

/** Reads memory files and their imports, each real file once. */
export class Loader {
  readonly #options: LoaderOptions
  readonly #taken = new Set<string>()
  #outside: Promise<boolean> | undefined

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** Forgets what was taken, so that it can be loaded again. */
  reset(): void {
    this.#taken.clear()
  }

  /** Reads a file without taking it; undefined where it is missing, was taken, or is left out. */
  async find({ path, kind, folder }: Place): Promise<Candidate | undefined> {
    const { projectDir } = this.#options
    const isHome = (place: string) => isInside(folder, place) || isInside(projectDir, place)
    return this.#read(path, kind, isHome, undefined)
  }

  /** Takes a file and, depth first, what it imports; none where it was taken before. */
  async take(candidate: Candidate, hops = 0): Promise<readonly MemoryFile[]> {
    if (this.#taken.has(candidate.real)) return []
    this.#taken.add(candidate.real)
    const files: MemoryFile[] = [candidate.file]
    if (hops === maxHops) return files
    for (const written of candidate.document.imports) {
      const found = await this.#import(written, candidate.file)
      if (found) files.push(...(await this.take(found, hops + 1)))
    }
    return files
  }

  async #import(written: string, parent: MemoryFile): Promise<Candidate | undefined> {
    const { homeDir, projectDir } = this.#options
    const path = written.startsWith('~/') ? resolve(homeDir, written.slice(2)) : resolve(dirname(parent.path), written)
    return this.#read(path, parent.kind, (place) => isInside(projectDir, place), parent.path)
  }

  async #read(
    path: string,
    kind: MemoryKind,
    isHome: (place: string) => boolean,
    parent: string | undefined,
  ): Promise<Candidate | undefined> {
    const { followLinks, onLeftOut } = this.#options
    const real = await realPath(path)
    if (real === undefined || this.#taken.has(real)) return undefined
    const why = this.#isExcluded(path, real, kind)
      ? 'claudeMdExcludes names it'
      : await this.#isForeign(kind, isHome(followLinks ? path : real))
    if (why !== undefined) {
      onLeftOut(path, why, 'info')
      return undefined
    }
    const reading = await readText(real)
    if (reading.is === 'unusable') onLeftOut(path, reading.problem, 'warning')
    if (reading.is !== 'text') return undefined
    const document = await parseMemory(reading.text)
    const { text, globs } = document
    const file = { path, kind, text, bytes: reading.bytes, ...(globs && { globs }), ...(parent && { parent }) }
    return { file, real, document }
  }

  #isExcluded(path: string, real: string, kind: MemoryKind): boolean {
    const { isExcluded } = this.#options
    return kind !== 'Managed' && (isExcluded(path) || (real !== path && isExcluded(real)))
  }

  async #isForeign(kind: MemoryKind, isHome: boolean): Promise<string | undefined> {
    if (isHome || kind === 'Managed' || kind === 'User') return undefined
    this.#outside ??= this.#options.mayReachOutside()
    return (await this.#outside) ? undefined : 'it lies outside the project, and files from outside were not approved'
  }
}

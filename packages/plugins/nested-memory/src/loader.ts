import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { SparseSet } from '@raider/contracts'
import { isInside, readText, realPathOf } from '@raider/disk'
import { excludedWhy } from './exclusion.js'
import { parseMemory, type MemoryDocument } from './document.js'
import type { MemoryFile, MemoryKind } from './memory.js'
import { isTextName } from './text-name.js'

/** How far imports reach: hops from the first file (Claude Code 2.1.332, seen). */
const maxHops = 4

/** Larger files are left out: no instruction is that long, and every request would carry it. */
const maxBytes = 4 * 1024 * 1024
const tooLarge = { is: 'unusable', problem: 'it is larger than 4 MiB' } as const

/** How memory files are read. */
interface LoaderOptions {
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
  /** Told of every import that leads nowhere. */
  readonly onDeadImport?: (path: string, parent: string) => void
}

/** A file to look at. */
export interface Place {
  readonly path: string
  readonly kind: MemoryKind
  /** Folder it belongs to: the one that holds it or its `.claude`. */
  readonly folder: string
  /** Its imports stay in the project, whatever the user approved: so it is where a touch brings it in (Claude Code 2.1.332, seen). */
  readonly confined?: boolean
  /** InstructionsLoaded hooks hear nothing of it and its imports. */
  readonly unannounced?: boolean
}

/** A file that could be loaded. */
interface Candidate {
  readonly file: MemoryFile
  /** With links resolved. */
  readonly real: string
  readonly document: MemoryDocument
  readonly place: Place
}

/** Reads memory files and their imports, each real file once. */
export class Loader {
  readonly #options: LoaderOptions
  readonly #taken = new SparseSet<string>()
  #outside: Promise<boolean> | undefined

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** Forgets what was taken, so that it can be loaded again. */
  reset(): void {
    this.#taken.clear()
  }

  /** The file counts as taken. */
  know(path: string): void {
    this.#taken.add(path)
  }

  #isTaken(path: string): boolean {
    return this.#taken.has(path)
  }

  /**
   * Reads a file without taking it; undefined where it is missing, was taken, or is left out.
   * @param again also where it was taken: it may import other files by now.
   */
  async find(place: Place, again = false): Promise<Candidate | undefined> {
    return this.#read(place, undefined, again)
  }

  /** Takes a file and, depth first, what it imports; the imports alone where it was taken before. */
  async take(candidate: Candidate, hops = 0): Promise<readonly MemoryFile[]> {
    if (this.#isTaken(candidate.real) || this.#isTaken(candidate.file.path)) return this.takeImports(candidate, hops)
    this.#taken.add(candidate.real)
    return [candidate.file, ...(await this.takeImports(candidate, hops))]
  }

  /** Takes what a file imports, and not the file. */
  async takeImports(candidate: Candidate, hops = 0): Promise<readonly MemoryFile[]> {
    if (hops === maxHops) return []
    const files: MemoryFile[] = []
    for (const written of candidate.document.imports) {
      const found = await this.#import(written, candidate)
      if (found) files.push(...(await this.take(found, hops + 1)))
    }
    return files
  }

  async #import(written: string, { file, place }: Candidate): Promise<Candidate | undefined> {
    const { homeDir, projectDir } = this.#options
    const path = written.startsWith('~/') ? resolve(homeDir, written.slice(2)) : resolve(dirname(file.path), written)
    if (!isTextName(path)) return undefined
    const found = await this.#read({ ...place, path, folder: projectDir }, file.path)
    if (found === undefined && isMeant(written) && !existsSync(path)) this.#options.onDeadImport?.(path, file.path)
    return found
  }

  async #read(place: Place, parent: string | undefined, again = false): Promise<Candidate | undefined> {
    const { onLeftOut } = this.#options
    const { path, kind, unannounced } = place
    if (!again && this.#isTaken(path)) return undefined
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() !== true) return undefined
    const real = realPathOf(path)
    if (!again && this.#isTaken(real)) return undefined
    const why = await this.#reasonAgainst(place, real, parent !== undefined)
    if (why !== undefined) {
      onLeftOut(path, why, 'info')
      return undefined
    }
    const reading = found.size > maxBytes ? tooLarge : await readText(real)
    if (reading.is === 'unusable') onLeftOut(path, reading.problem, 'warning')
    if (reading.is !== 'text') return undefined
    const document = await parseMemory(reading.text)
    const { text, globs } = document
    const file: MemoryFile = {
      path,
      kind,
      text,
      bytes: found.size,
      ...(globs && { globs }),
      ...(parent !== undefined && { parent }),
      ...(unannounced !== undefined && { unannounced }),
    }
    return { file, real, document, place }
  }

  async #reasonAgainst(place: Place, real: string, isImport: boolean): Promise<string | undefined> {
    const { projectDir, followLinks } = this.#options
    const { path, kind, folder, confined } = place
    if (this.#isExcluded(path, real, kind)) return excludedWhy
    const spot = followLinks ? path : real
    if (isInside(spot, folder) || isInside(spot, projectDir) || kind === 'Managed' || kind === 'User') return undefined
    if (confined === true && isImport)
      return 'it lies outside the project, and only files of the start may import from there'
    this.#outside ??= this.#options.mayReachOutside()
    return (await this.#outside) ? undefined : 'it lies outside the project, and files from outside were not approved'
  }

  #isExcluded(path: string, real: string, kind: MemoryKind): boolean {
    const { isExcluded } = this.#options
    return kind !== 'Managed' && (isExcluded(path) || (real !== path && isExcluded(real)))
  }
}

/** Prose speaks of people and packages with the same sign: `@name` and `@scope/name` need not be files. */
const isMeant = (written: string): boolean => /^(\.{1,2}|~)?\//.test(written) || extname(written) !== ''

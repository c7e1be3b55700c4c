import { dirname, sep } from 'node:path'
import { isObject, SparseMap, SparseSet, type JsonObject } from '@raider/contracts'
import { isInside } from '@raider/disk'
import { createMatcher } from '@raider/frontmatter'
import { visibilityOf, type Visibility } from './listing.js'
import { powerOf } from './power.js'
import { readSkill } from './read-skill.js'
import { findNested, findSkills, stampOf, type LocatedRoots } from './search.js'
import type { Skill, SkillPlace } from './skill.js'

/** The skills and commands a session knows. */
export class Catalog {
  readonly #roots: LocatedRoots
  /** What the folders were like at the last look. */
  #stamp = ''
  readonly #overrides: JsonObject
  readonly #skills = new SparseMap<string, Skill>()
  /** Names of skills that wait for a file they are about. */
  readonly #dormant = new SparseSet<string>()
  /** What skills brought beside words at the start, by file. */
  readonly #powers = new SparseMap<string, string>()
  /** Folders below the project folder that were looked into. */
  readonly #visited = new SparseSet<string>()

  private constructor(roots: LocatedRoots, settings: JsonObject) {
    this.#roots = roots
    this.#overrides = isObject(settings['skillOverrides']) ? settings['skillOverrides'] : {}
  }

  static async open(roots: LocatedRoots, settings: JsonObject): Promise<Catalog> {
    const catalog = new Catalog(roots, settings)
    await catalog.reload()
    for (const skill of catalog.all()) catalog.#powers.set(skill.file, JSON.stringify(powerOf(skill)))
    return catalog
  }

  /** Takes in what has a name that is free; of each place the skills that were new. */
  async #add(places: readonly SkillPlace[]): Promise<readonly Skill[]> {
    const unknown = places.filter(({ name }) => !this.#skills.has(name))
    const read = await Promise.all(unknown.map(readSkill))
    return read.flatMap((skill) => {
      if (skill === undefined || this.#skills.has(skill.name)) return []
      this.#skills.set(skill.name, skill)
      if (skill.globs !== undefined) this.#dormant.add(skill.name)
      return [skill]
    })
  }

  all(): readonly Skill[] {
    return [...this.#skills.values()]
  }

  /** What the model may be told of now. */
  listed(): readonly Skill[] {
    return this.all().filter((skill) => this.#isListed(skill))
  }

  #isListed(skill: Skill): boolean {
    const isOpen = ['on', 'name-only'].includes(this.visibility(skill))
    return skill.forModel && isOpen && !this.#dormant.has(skill.name)
  }

  /** Does it bring no more beside words than at the start? */
  isUnchanged(skill: Skill): boolean {
    return this.#powers.has(skill.file) && this.#powers.get(skill.file) === JSON.stringify(powerOf(skill))
  }

  /** What the settings make of it. */
  visibility(skill: Skill): Visibility {
    return visibilityOf(skill, this.#overrides)
  }

  /** A skill or command by name; one that still waits for a file is not there yet (seen). */
  find(name: string): Skill | undefined {
    const wanted = name.trim().replace(/^\//, '')
    const skill = this.#skills.get(wanted) ?? this.all().find(({ aliases }) => aliases.includes(wanted))
    return skill === undefined || this.#dormant.has(skill.name) ? undefined : skill
  }

  /** The same, and where nobody has the name, a look at what came since the start. */
  async search(name: string): Promise<Skill | undefined> {
    const skill = this.find(name)
    if (skill !== undefined) return skill
    await this.reload()
    return this.find(name)
  }

  /** Takes in what came since the start; those of it that are listed. */
  async reload(): Promise<readonly Skill[]> {
    this.#stamp = stampOf(this.#roots.folders)
    const added = await this.#add(await findSkills(this.#roots))
    return added.filter((skill) => this.#isListed(skill))
  }

  /** What has come so far without being asked for is no news. */
  settle(): void {
    this.#stamp = stampOf(this.#roots.folders)
  }

  /**
   * What came since the last look, where something has.
   * @param written files that were written since.
   */
  async fresh(written: readonly string[]): Promise<readonly Skill[]> {
    const isChanged = stampOf(this.#roots.folders) !== this.#stamp
    const isNear = written.some((file) => this.#roots.folders.some(({ dir }) => isInside(file, dir)))
    return isChanged || isNear ? this.reload() : []
  }

  /** As its file is now, so that edits count at once. */
  async current(skill: Skill): Promise<Skill> {
    return (await readSkill(skill)) ?? skill
  }

  /** Full names that end like this one: what somebody may have meant. */
  similar(name: string): readonly string[] {
    const last = name.replace(/^.*[:/]/, '')
    return this.listed()
      .map((skill) => skill.name)
      .filter((full) => full.endsWith(`:${last}`))
  }

  /** A file was read or written: the skills that are listed from now on for it. */
  async touched(file: string): Promise<readonly Skill[]> {
    const woken = this.#wake(file)
    const nested = await this.#nested(file)
    return [...woken, ...nested].filter((skill) => this.#isListed(skill))
  }

  #wake(file: string): readonly Skill[] {
    const woken = [...this.#dormant]
      .flatMap((name) => this.#skills.get(name) ?? [])
      .filter(({ globs = [] }) => createMatcher(globs, this.#roots.projectDir)(file))
    for (const { name } of woken) this.#dormant.delete(name)
    return woken
  }

  async #nested(file: string): Promise<readonly Skill[]> {
    const { projectDir, sources } = this.#roots
    if (!sources.includes('project')) return []
    const found: Skill[] = []
    for (let dir = dirname(file); isBelow(dir, projectDir) && !this.#visited.has(dir); dir = dirname(dir)) {
      this.#visited.add(dir)
      const places = await findNested(dir, projectDir)
      found.push(...(await this.#add(places.map((place) => this.#shortened(place)))))
    }
    return found
  }

  /** Only where its own name is taken a nested skill carries its folder (Claude Code 2.1.332, seen). */
  #shortened(place: SkillPlace): SkillPlace {
    const name = place.name.slice(place.name.lastIndexOf(':') + 1)
    return this.#skills.has(name) ? place : { ...place, name }
  }
}

const isBelow = (dir: string, top: string): boolean => dir.startsWith(top + sep)

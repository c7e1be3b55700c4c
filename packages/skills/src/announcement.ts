import { randomUUID } from 'node:crypto'
import type { Note } from '@raider/contracts'
import type { Catalog } from './catalog.js'
import { listingBounds, renderListing } from './listing.js'
import type { Skill } from './skill.js'
import type { SkillsOptions } from './skills.js'

type AnnouncerOptions = Pick<SkillsOptions, 'settings' | 'env' | 'contextWindow' | 'profile' | 'isDenied' | 'isOffered'>

/** Tells the model of skills. */
export class Announcer {
  readonly #catalog: Catalog
  readonly #options: AnnouncerOptions

  constructor(catalog: Catalog, options: AnnouncerOptions) {
    this.#catalog = catalog
    this.#options = options
  }

  /** The listing at the start. */
  all(): readonly Note[] {
    return this.#listing('Skills that the Skill tool brings in, where the task fits one:', this.#catalog.listed())
  }

  /** Those that the files just touched bring in. */
  async of(files: readonly string[]): Promise<readonly Note[]> {
    const found: Skill[] = []
    for (const file of files) found.push(...(await this.#catalog.touched(file)))
    return this.#listing('Further skills, for what was just touched:', found)
  }

  /** Those that came since the last look, such as with the files just written. */
  async fresh(written: readonly string[]): Promise<readonly Note[]> {
    return this.#listing('Further skills, which are new:', await this.#catalog.fresh(written))
  }

  #listing(head: string, skills: readonly Skill[]): readonly Note[] {
    const { profile, isDenied, isOffered } = this.#options
    if (!isOffered('Skill')) return []
    const entries = skills
      .filter(({ name }) => profile.deniedSkills === 'listed' || !isDenied(name))
      .map((skill) => ({
        name: skill.name,
        description: this.#catalog.visibility(skill) === 'name-only' ? '' : skill.description,
      }))
    if (entries.length === 0) return []
    const text = `${head}\n${renderListing(entries, listingBounds({ ...this.#options, room: profile.listingRoom }))}`
    return [{ id: randomUUID(), kind: 'session', text, source: { kind: 'plugin', name: 'skills' } }]
  }
}

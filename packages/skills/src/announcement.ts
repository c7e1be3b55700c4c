import { randomUUID } from 'node:crypto'
import type { Note } from '@raider/contracts'
import type { Catalog } from './catalog.js'
import { listingBounds, renderListing } from './listing.js'
import type { Skill } from './skill.js'
import type { SkillsOptions } from './skills.js'

/** Tells the model of skills. */
export interface Announcer {
  /** The listing at the start. */
  all(): readonly Note[]
  /** Those that the files just touched bring in. */
  of(files: readonly string[]): Promise<readonly Note[]>
  /** Those that came since the last look, such as with the files just written. */
  fresh(written: readonly string[]): Promise<readonly Note[]>
}

type AnnouncerOptions = Pick<SkillsOptions, 'settings' | 'env' | 'contextWindow' | 'profile' | 'isDenied' | 'isOffered'>

export const createAnnouncer = (
  catalog: Catalog,
  { profile, isDenied, isOffered, ...options }: AnnouncerOptions,
): Announcer => {
  const bounds = listingBounds({ ...options, room: profile.listingRoom })
  const listing = (head: string, skills: readonly Skill[]): readonly Note[] => {
    if (!isOffered('Skill')) return []
    const entries = skills
      .filter(({ name }) => profile.deniedSkills === 'listed' || !isDenied(name))
      .map((skill) => ({
        name: skill.name,
        description: catalog.visibility(skill) === 'name-only' ? '' : skill.description,
      }))
    if (entries.length === 0) return []
    const text = `${head}\n${renderListing(entries, bounds)}`
    return [{ id: randomUUID(), kind: 'session', text, source: { kind: 'plugin', name: 'skills' } }]
  }
  return {
    all: () => listing('Skills that the Skill tool brings in, where the task fits one:', catalog.listed()),
    async of(files) {
      const found: Skill[] = []
      for (const file of files) found.push(...(await catalog.touched(file)))
      return listing('Further skills, for what was just touched:', found)
    },
    fresh: async (written) => listing('Further skills, which are new:', await catalog.fresh(written)),
  }
}

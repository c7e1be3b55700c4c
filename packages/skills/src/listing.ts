import type { JsonObject, Profile } from '@raider/contracts'
import type { Skill } from './skill.js'

/** What is listed of a skill: all, its name, or nothing, where only the user or nobody may invoke it. */
export type Visibility = 'on' | 'name-only' | 'user-invocable-only' | 'off'

const visibilities: readonly unknown[] = ['on', 'name-only', 'user-invocable-only', 'off'] satisfies Visibility[]

/** Setting `skillOverrides`; not for skills of plugin folders (Claude Code 2.1.332, documented). */
export const visibilityOf = ({ name, bundle }: Skill, overrides: JsonObject): Visibility => {
  const value = bundle === undefined && Object.hasOwn(overrides, name) ? overrides[name] : 'on'
  return visibilities.includes(value) ? (value as Visibility) : 'on'
}

/** How long the listing may be. */
interface ListingBounds {
  /** Characters of all lines together. */
  readonly budget: number
  /** Characters of one description. */
  readonly description: number
}

/** What the length of a listing depends on. */
export interface ListingFacts {
  readonly settings: JsonObject
  readonly env?: Readonly<Record<string, string>>
  /** Absent: all. */
  readonly room?: Profile['listingRoom']
  /** Tokens that the model takes; 200,000 where nobody knows. */
  readonly contextWindow?: number | undefined
}

/** Characters that the skills of the reference program itself take (2.1.332, seen). */
const ownSkills = 6073

/**
 * SLASH_COMMAND_TOOL_CHAR_BUDGET, or 1% of the model's context (`skillListingBudgetFraction`) at four characters a token, three for the
 * models with a large one; 1536 characters of one description (`skillListingMaxDescChars`). All as in Claude Code 2.1.332 (seen).
 */
export function listingBounds({ settings, env, room, contextWindow = 200_000 }: ListingFacts): ListingBounds {
  const { skillListingBudgetFraction: fraction, skillListingMaxDescChars: description } = settings
  const characters = contextWindow * (contextWindow > 200_000 ? 3 : 4)
  const wanted = Number(env?.['SLASH_COMMAND_TOOL_CHAR_BUDGET'])
  const budget = wanted > 0 ? wanted : characters * (isPositive(fraction) ? fraction : 0.01)
  return {
    budget: room === 'beside its own' ? budget - ownSkills : budget,
    description: isPositive(description) ? description : 1536,
  }
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0

/** One line of the listing. */
interface Entry {
  readonly name: string
  readonly description: string
}

/**
 * The listing. Names always stand there; of the descriptions those that fit, the first ones first: half a sentence may tell the
 * opposite of the whole.
 */
export function renderListing(entries: readonly Entry[], { budget, description: most }: ListingBounds): string {
  let left = budget - entries.reduce((sum, { name }) => sum + bare(name).length + 1, 0)
  return entries
    .map(({ name, description }) => {
      const tail = description === '' ? '' : `: ${cut(description.replaceAll(/\s+/g, ' '), most)}`
      if (tail.length > left) return bare(name)
      left -= tail.length
      return bare(name) + tail
    })
    .join('\n')
}

const bare = (name: string): string => `- ${name}`

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`

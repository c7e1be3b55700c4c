import type { JsonObject } from '@raider/contracts'
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
  /** Characters of all lines together; default 1% of 200,000 tokens of four characters. */
  readonly budget: number
  /** Characters of one description; default 1536. */
  readonly description: number
}

/** Bounds out of settings. */
export const listingBounds = ({ skillListingBudgetFraction, skillListingMaxDescChars }: JsonObject): ListingBounds => ({
  budget: 800_000 * (isPositive(skillListingBudgetFraction) ? skillListingBudgetFraction : 0.01),
  description: isPositive(skillListingMaxDescChars) ? skillListingMaxDescChars : 1536,
})

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0

/** One line of the listing. */
interface Entry {
  readonly name: string
  readonly description: string
}

/**
 * The listing. Where it would be longer than its budget, descriptions are cut alike, long ones first; names are never left out.
 */
export function renderListing(entries: readonly Entry[], bounds: ListingBounds): string {
  const lines = entries.map(({ name, description }) => ({
    name,
    description: cut(description.replaceAll(/\s+/g, ' '), bounds.description),
  }))
  const names = lines.reduce((sum, { name }) => sum + name.length + 5, 0)
  const share = fairShare(
    lines.map(({ description }) => description.length),
    bounds.budget - names,
  )
  return lines
    .map(({ name, description }) => {
      const text = cut(description, share)
      return text === '' ? `- ${name}` : `- ${name}: ${text}`
    })
    .join('\n')
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : length < 8 ? '' : `${text.slice(0, length - 1).trimEnd()}…`

/** The greatest length to which texts can be cut so that together they fit. */
function fairShare(lengths: readonly number[], budget: number): number {
  let left = Math.max(0, budget)
  const sorted = lengths.toSorted((a, b) => a - b)
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (length > share) return share
    left -= length
  }
  return Infinity
}

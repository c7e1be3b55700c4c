import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Finding, JsonObject, LayerOrigin } from '@raider/contracts'
import { readText } from '@raider/disk'
import { readMarkdown } from '@raider/frontmatter'
import { Catalog } from './catalog.js'
import { listingBounds, renderListing, visibilityOf, type ListingFacts, type Visibility } from './listing.js'
import { powerOf } from './power.js'
import { readSkill } from './read-skill.js'
import { findSkills, locateSkills, type SkillRoots } from './search.js'
import type { Skill, SkillOrigin, SkillPlace } from './skill.js'

/** What skills and commands are held against. */
export interface SkillSurvey extends ListingFacts {
  readonly roots: SkillRoots
  /** May what a skill of the project brings beside words count? */
  readonly trusted: boolean
  /** Is the skill denied by a rule? */
  readonly isDenied: (name: string) => boolean
  readonly isAgent: (type: string) => boolean
}

/** What becomes of every skill and command that a session finds at its start. Runs none of their commands. */
export async function surveySkills(survey: SkillSurvey): Promise<readonly Finding[]> {
  const { roots, settings } = survey
  const located = await locateSkills(roots)
  const catalog = await Catalog.open(located, settings)
  const winners = new Map(catalog.all().map((skill) => [skill.name, skill]))
  const places = await findSkills(located)
  const found = await Promise.all(places.map((place) => findingOf(place, winners, survey)))
  return [...found.flat(), ...listingFinding(catalog.listed(), survey)]
}

const layers: Readonly<Record<SkillOrigin, LayerOrigin>> = {
  policySettings: 'managed',
  userSettings: 'user',
  projectSettings: 'project',
  plugin: 'plugin',
}

type Judgement = Pick<Finding, 'fate' | 'why' | 'remedy'>

async function findingOf(
  place: SkillPlace,
  winners: ReadonlyMap<string, Skill>,
  survey: SkillSurvey,
): Promise<readonly Finding[]> {
  const { name, file, origin } = place
  const judgement = await judge(place, winners, survey)
  return judgement === undefined ? [] : [{ name, ...judgement, layer: layers[origin], file }]
}

async function judge(
  place: SkillPlace,
  winners: ReadonlyMap<string, Skill>,
  survey: SkillSurvey,
): Promise<Judgement | undefined> {
  const found = await readText(place.file)
  if (found.is === 'unusable') return { fate: 'error', why: found.problem }
  const skill = await readSkill(place)
  if (found.is === 'missing' || skill === undefined)
    return place.kind === 'skill' && (await isFolder(place.dir))
      ? { fate: 'ignored', why: `the folder has no ${basename(place.file)}` }
      : undefined
  const winner = winners.get(place.name)
  if (winner !== undefined && winner.file !== place.file)
    return { fate: 'ignored', why: `${winner.file} has the same name, and counts` }
  const { fields } = await readMarkdown(found.text)
  if (fields === undefined)
    return { fate: 'error', why: 'what stands on top of it is no YAML, so only its body counts', remedy: 'Mend it.' }
  return barred(skill, survey) ?? lacking(skill, fields, survey) ?? { fate: 'honoured', ...remark(skill, survey) }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

/** Nobody, or not the model, can invoke it. */
function barred(skill: Skill, { settings, isDenied }: SkillSurvey): Judgement | undefined {
  if (visibility(skill, settings) === 'off') return { fate: 'refused', why: 'skillOverrides switches it off' }
  return isDenied(skill.name) ? { fate: 'refused', why: 'a deny rule keeps it from the model' } : undefined
}

function lacking(skill: Skill, fields: JsonObject, { trusted, isAgent }: SkillSurvey): Judgement | undefined {
  const untrusted = skill.origin === 'projectSettings' && !trusted && powerOf(skill) !== undefined
  const why = [
    ...Object.keys(fields).flatMap((name) => (known.has(name) ? [] : [`there is no such field as ${name}`])),
    ...(fields['shell'] === 'powershell' ? ['Raider runs its commands by bash'] : []),
    ...(skill.fork === undefined || isAgent(skill.fork.agent) ? [] : [`there is no agent ${skill.fork.agent}`]),
    ...(untrusted ? ['its hooks, allowed tools and shell commands need the trust of this project'] : []),
  ]
  return why.length === 0 ? undefined : { fate: 'partly', why: why.join('; ') }
}

/** Fields that have a meaning, here or in Claude Code. */
const known: ReadonlySet<string> = new Set(
  (
    'name description when_to_use argument-hint arguments disable-model-invocation user-invocable ' +
    'allowed-tools disallowed-tools model effort context agent background hooks paths shell license compatibility metadata version'
  ).split(' '),
)

const visibility = (skill: Skill, { skillOverrides }: JsonObject): Visibility =>
  visibilityOf(
    skill,
    typeof skillOverrides === 'object' && skillOverrides !== null ? (skillOverrides as JsonObject) : {},
  )

function remark(skill: Skill, { settings }: SkillSurvey): Pick<Finding, 'why'> {
  const shown = visibility(skill, settings)
  if (shown !== 'on') return { why: `skillOverrides says ${shown}` }
  if (skill.globs !== undefined)
    return { why: `it is listed once a file was touched that matches ${skill.globs.join(', ')}` }
  return skill.forModel ? {} : { why: 'only the user invokes it' }
}

/** Descriptions that find no room are left out of the listing. */
function listingFinding(listed: readonly Skill[], survey: SkillSurvey): readonly Finding[] {
  const bounds = listingBounds(survey)
  const lines = renderListing(listed, bounds).split('\n')
  const bare = listed.filter(({ name, description }, at) => description !== '' && lines[at] === `- ${name}`)
  return bare.length === 0
    ? []
    : [
        {
          name: 'listing',
          fate: 'partly',
          why: `${bounds.budget} characters have no room for the descriptions of ${bare.map(({ name }) => name).join(', ')}`,
          remedy: 'Shorten descriptions, or raise skillListingBudgetFraction.',
        },
      ]
}

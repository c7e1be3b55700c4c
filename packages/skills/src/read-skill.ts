import { efforts, isObject, type JsonObject } from '@raider/contracts'
import { readText } from '@raider/disk'
import { flagOf, globsOf, listOf, readMarkdown, textOf } from '@raider/frontmatter'
import type { Skill, SkillPlace } from './skill.js'

/** Reads a skill; undefined where there is none that can be read. What stands on top and is no YAML counts for nothing. */
export async function readSkill(place: SkillPlace): Promise<Skill | undefined> {
  const found = await readText(place.file)
  if (found.is !== 'text') return undefined
  const { fields = {}, body } = await readMarkdown(found.text)
  return createSkill(place, fields, body)
}

function createSkill(place: SkillPlace, fields: JsonObject, body: string): Skill {
  // A command of a plugin folder says what it is for, or nothing is said (seen).
  const unsaid = place.kind === 'command' && place.bundle !== undefined ? '' : firstLine(body)
  const description = [textOf(fields['description']) ?? unsaid, textOf(fields['when_to_use'])]
  const argumentHint = textOf(fields['argument-hint'])
  const model = textOf(fields['model'])
  const effort = efforts.find((level) => level === fields['effort'])
  const globs = place.kind === 'skill' ? globsOf(fields) : undefined
  return {
    ...place,
    aliases: aliasesOf(place, fields),
    description: description.filter((part) => part !== undefined && part !== '').join(' - '),
    ...(argumentHint !== undefined && { argumentHint }),
    argumentNames: listOf(fields['arguments'], ' ') ?? [],
    forModel: flagOf(fields['disable-model-invocation']) !== true,
    forUser: flagOf(fields['user-invocable']) !== false,
    allowedTools: rulesOf(fields['allowed-tools']),
    disallowedTools: rulesOf(fields['disallowed-tools']),
    ...(model !== undefined && model !== 'inherit' && { model }),
    ...(effort !== undefined && { effort }),
    ...(fields['context'] === 'fork' && { fork: { agent: textOf(fields['agent']) ?? 'general-purpose' } }),
    ...(isObject(fields['hooks']) && { hooks: fields['hooks'] }),
    ...(globs !== undefined && { globs }),
    capable: bringsRules(fields),
    body,
  }
}

/** What changes permissions or runs programs; a model or a subagent does not count (Claude Code 2.1.332, seen). */
const bringsRules = (fields: JsonObject): boolean =>
  rulesOf(fields['allowed-tools']).length > 0 ||
  rulesOf(fields['disallowed-tools']).length > 0 ||
  (isObject(fields['hooks']) && Object.keys(fields['hooks']).length > 0)

/** A skill is also found by the `name` in its file, in a plugin folder with and without that of the folder (seen). */
const aliasesOf = ({ name, kind, bundle }: SkillPlace, fields: JsonObject): readonly string[] => {
  const own = textOf(fields['name'])
  if (own === undefined || (kind === 'command' && bundle === undefined)) return []
  const full = bundle === undefined ? own : name.replace(/[^:]+$/, own)
  return kind === 'skill' && full !== own ? [full, own] : [full]
}

/** `Read, Bash(git *)` and `Read Bash(git *)` name two rules. */
const rulesOf = (value: unknown): readonly string[] => {
  const entries = listOf(value) ?? []
  return typeof value === 'string' ? entries.flatMap((entry) => listOf(entry, ' ') ?? []) : entries
}

const firstLine = (body: string): string =>
  body
    .split('\n')
    .map((line) => line.replace(/^\s*#+\s/, '').trim())
    .find((line) => line !== '') ?? ''

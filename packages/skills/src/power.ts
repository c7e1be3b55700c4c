import type { JsonObject } from '@raider/contracts'
import { readSkill } from './read-skill.js'
import { findProjectSkills, type ProjectRoots } from './search.js'
import { piecesOf } from './shell.js'
import type { Skill } from './skill.js'

/** What a skill or command brings beside words: hooks, allow rules and shell commands. Undefined where it is text alone. */
export const powerOf = ({ hooks, allowedTools, body }: Skill): JsonObject | undefined => {
  const commands = piecesOf(body).flatMap((piece) => ('command' in piece ? [piece.command] : []))
  if (hooks === undefined && allowedTools.length + commands.length === 0) return undefined
  return {
    ...(hooks !== undefined && { hooks }),
    ...(allowedTools.length > 0 && { allow: allowedTools }),
    ...(commands.length > 0 && { commands }),
  }
}

/** Files of the project's skills and commands that are more than text, for whoever judges whether the project is trusted. */
export async function projectPowers(
  roots: ProjectRoots,
): Promise<readonly { readonly file: string; readonly power: JsonObject }[]> {
  const skills = await Promise.all((await findProjectSkills(roots)).map(readSkill))
  return skills.flatMap((skill) => {
    const power = skill && powerOf(skill)
    return skill === undefined || power === undefined ? [] : [{ file: skill.file, power }]
  })
}

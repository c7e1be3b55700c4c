import { settingsSources, type Equipment, type Tool } from '@raider/contracts'
import type { SessionPermissions } from '@raider/permissions'
import type { LoadedSettings } from '@raider/settings'
import { openSkills, type Skills, type SkillsOptions } from '@raider/skills'
import { managedDirFor } from './host.js'
import type { RaiderOptions } from './option.js'

/** What the skills of a session take from the session. */
interface SkillSurroundings extends Pick<SkillsOptions, 'profile'> {
  readonly projectDir: string
  readonly configDir: string
  /** Folders that `--add-dir` named. */
  readonly addedDirs: readonly string[]
  readonly settings: LoadedSettings
  readonly permissions: SessionPermissions
  readonly bundles: SkillsOptions['roots']['bundles']
  /** Skills that agents of a type have from their start. */
  readonly preloaded: (type: string) => readonly string[]
  readonly isAgent: (type: string) => boolean
  /** All tools of the session, once they are gathered. */
  readonly tools: () => readonly Tool[]
}

/** Finds the skills and commands of a session; undefined where the host wants none. */
export async function sessionSkills(options: RaiderOptions, around: SkillSurroundings): Promise<Skills | undefined> {
  if (options.skills === false) return undefined
  const { projectDir, configDir, addedDirs, settings, permissions, profile } = around
  const { sources = settingsSources } = options.settings ?? {}
  const managedDir = managedDirFor(options)
  return openSkills({
    roots: { projectDir, configDir, managedDir, directories: addedDirs, sources, bundles: around.bundles },
    settings: settings.merged,
    profile,
    trusted: settings.trust.trusted && options.projectHooks !== false,
    preloaded: around.preloaded,
    isAgent: around.isAgent,
    isOffered: (name) => permissions.isOffered(name),
    tool: (name) => around.tools().find((tool) => tool.name === name),
    isDenied: (skill) =>
      permissions.permit({
        tool: 'Skill',
        input: { skill },
        origin: 'built-in',
        harmless: true,
        paths: [],
        cwd: projectDir,
      }).behavior === 'deny',
  })
}

/** What listeners are told of skills and commands. */
export const knownSkills = (skills: Skills | undefined): Pick<Equipment, 'skills' | 'commands'> => {
  const all = skills?.all() ?? []
  return {
    skills: all.flatMap((skill) => (skill.kind === 'skill' ? [skill.name] : [])),
    commands: all.flatMap((skill) => (skill.forUser ? [skill.name] : [])),
  }
}

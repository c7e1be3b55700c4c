import type { Bundles } from '@raider/bundles'
import type { Equipment, Tool } from '@raider/contracts'
import type { SessionPermissions } from '@raider/permissions'
import { isReserved, type LoadedSettings, type TrustLayer } from '@raider/settings'
import {
  locateSkills,
  openSkills,
  projectPowers,
  type LocatedRoots,
  type Skills,
  type SkillsOptions,
} from '@raider/skills'
import type { RaiderOptions } from '../option.js'
import { bundleSkills } from '../setup/session-bundles.js'
import type { Surroundings } from '../surroundings.js'

/** What the skills of a session take from the session. */
interface SkillSurroundings extends Pick<
  SkillsOptions,
  'profile' | 'env' | 'contextWindow' | 'roots' | 'preloaded' | 'isAgent'
> {
  readonly projectDir: string
  readonly settings: LoadedSettings
  readonly permissions: SessionPermissions
  /** All tools of the session, once they are gathered. */
  readonly tools: () => readonly Tool[]
}

/** Where the sessions of a Raider look for skills and commands. */
export const skillRoots = (
  { projectDir, places, addedDirs, managedDir, sources }: Surroundings,
  { merged }: LoadedSettings,
  bundles: Bundles,
): Promise<LocatedRoots> =>
  locateSkills({
    projectDir,
    configDir: places.configDir,
    managedDir,
    directories: addedDirs,
    sources: isReserved(merged, 'skills') ? [] : sources,
    bundles: bundleSkills(bundles),
  })

/** Finds the skills and commands of a session; undefined where the host wants none. */
export async function sessionSkills(
  options: RaiderOptions,
  { projectDir, settings, permissions, tools, ...rest }: SkillSurroundings,
): Promise<Skills | undefined> {
  if (options.skills === false) return undefined
  return openSkills({
    ...rest,
    settings: settings.merged,
    trust: skillTrust(settings, options),
    isOffered: (name) => permissions.isOffered(name),
    tool: (name) => tools().find((tool) => tool.name === name),
    isDenied: deniesSkill(permissions, projectDir),
  })
}

/** Does a deny rule speak of a skill, by its name? */
export const deniesSkill =
  ({ permit }: Pick<SessionPermissions, 'permit'>, cwd: string): SkillsOptions['isDenied'] =>
  (skill) =>
    permit({ tool: 'Skill', input: { skill }, origin: 'built-in', harmless: true, paths: [], cwd }).behavior === 'deny'

/** What came while the session ran, nobody has looked at, unless the folder is trusted as such. */
const skillTrust = ({ trust }: LoadedSettings, { projectHooks }: RaiderOptions): SkillsOptions['trust'] => {
  if (!trust.trusted || projectHooks === false) return 'none'
  return trust.why === 'given-by-option' || trust.why === 'granted-in-claude-code' ? 'all' : 'as at the start'
}

/** What trust in a project looks at of its skills and commands: what they bring beside words. */
export const skillTrustLayers = async (roots: Parameters<typeof projectPowers>[0]): Promise<readonly TrustLayer[]> =>
  (await projectPowers(roots)).map(({ file, power }) => ({
    name: 'project',
    file,
    value: { skill: power },
    line: () => undefined,
  }))

/** What listeners are told of skills and commands. */
export const knownSkills = (skills: Skills | undefined): Pick<Equipment, 'skills' | 'commands'> => {
  const all = skills?.all() ?? []
  return {
    skills: all.flatMap((skill) => (skill.kind === 'skill' ? [skill.name] : [])),
    commands: all.flatMap((skill) => (skill.forUser ? [skill.name] : [])),
  }
}

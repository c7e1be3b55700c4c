import type { Finding } from '@raider/contracts'
import { surveySkills } from '@raider/skills'
import { bundleSkills } from '../setup/session-bundles.js'
import { sessionPermissions } from '../session/session-permissions.js'
import { deniesSkill } from '../session/session-skills.js'
import type { Look } from './look.js'

/** Every skill and command. */
export const skillFindings = async (look: Look): Promise<readonly Finding[]> => {
  const findings = await surveyedSkills(look)
  if (look.options.skills !== false) return findings
  return findings.map((finding) => ({ ...finding, fate: 'refused', why: 'the host wants no skills and commands' }))
}

/** The same, whether the host wants skills or not. */
export function surveyedSkills({ options, around, setup, start }: Look): Promise<readonly Finding[]> {
  const { projectDir, places, managedDir, sources, addedDirs, profile, host } = around
  const { settings, bundles, agents, env } = setup
  const permissions = sessionPermissions(
    { ...options, permissionMode: 'default', allowBypassPermissions: false },
    { settings, profile, projectDir, host, addedDirs },
  )
  return surveySkills({
    roots: {
      projectDir,
      configDir: places.configDir,
      managedDir,
      directories: addedDirs,
      sources,
      bundles: bundleSkills(bundles),
    },
    settings: settings.merged,
    env,
    room: profile.listingRoom,
    contextWindow: start.tools?.contextWindow,
    trusted: settings.trust.trusted || profile.skillTrust === 'not asked',
    isDenied: deniesSkill(permissions, projectDir),
    isAgent: (type) => agents.has(type),
  })
}

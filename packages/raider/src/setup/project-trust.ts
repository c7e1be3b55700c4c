import { profiles } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { checkHooks } from '@raider/claude-hooks'
import { createTrust, loadSettings, projectPlaces, type TrustAnswer, type TrustGrant } from '@raider/settings'
import { agentTrustLayers, findAgents } from '../subagent/agent-roster.js'
import { declaredServers, serverTrustLayers } from '../session/session-mcp.js'
import { skillTrustLayers } from '../session/session-skills.js'
import { hostOf, managedDirFor } from '../host.js'
import type { RaiderOptions } from '../option.js'

/** The user's trust in one project: what `raider trust` and a chat give and take back. */
export interface ProjectTrust {
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly answer: TrustAnswer
  /** Trusts the project as it is now; a later change asks again. */
  grant(): Promise<void>
  /** False where there was nothing to take back. */
  revoke(): Promise<boolean>
  /** Every project that is trusted. */
  list(): Promise<readonly TrustGrant[]>
}

/**
 * Looks at the settings of the project in `cwd` as a session would.
 * @throws RaiderError `bad-settings` where they, or the record of trust, cannot be read.
 */
export async function openProjectTrust(
  options: Pick<RaiderOptions, 'cwd' | 'env' | 'homeDir' | 'profile'> = {},
): Promise<ProjectTrust> {
  const { cwd, env, homeDir } = hostOf(options)
  const projectDir = realPathOf(cwd)
  const { configDir, trustFile, claudeStateFile } = projectPlaces({ projectDir, homeDir, env })
  const trust = createTrust({ file: trustFile, claudeStateFile })
  const { layers } = await loadSettings({
    cwd: projectDir,
    homeDir,
    configDir,
    managedDir: managedDirFor({}),
    sources: ['project', 'local'],
    // What the project says is looked at unabridged.
    trust: true,
    profile: profiles[options.profile ?? 'raider'],
    checkHooks,
  })
  const { agents } = await findAgents({ projectDir, configDir, sources: ['project'] })
  const servers = await declaredServers(
    { settings: { sources: ['project'] } },
    { projectDir, stateFile: claudeStateFile },
  )
  const looked = [
    ...layers,
    ...agentTrustLayers(agents.values()),
    ...serverTrustLayers(servers),
    ...(await skillTrustLayers({ projectDir, configDir, directories: [] })),
  ]
  return {
    projectDir,
    answer: await trust.check(projectDir, looked),
    grant: () => trust.grant(projectDir, looked),
    revoke: () => trust.revoke(projectDir),
    list: () => trust.list(),
  }
}

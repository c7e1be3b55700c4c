import type { Finding } from '@raider/contracts'
import { surveyServers } from '@raider/mcp'
import { bundleServers } from '../setup/session-bundles.js'
import { admittedServers } from '../session/session-mcp.js'
import { isDistrusted, type Look } from './look.js'

/** Every MCP server that is declared somewhere; none is started. */
export function serverFindings(look: Look): Promise<readonly Finding[]> {
  const { options, around, setup } = look
  const { settings, env, servers, bundles } = setup
  const distrusted = isDistrusted(look)
  return surveyServers({
    configs: options.mcpConfigs ?? [],
    strict: options.strictMcpConfig ?? false,
    cwd: around.projectDir,
    stateFile: around.places.claudeStateFile,
    managedDir: around.managedDir,
    sources: around.sources,
    inForce: admittedServers(options, { declared: servers, settings, bundled: bundleServers(bundles) }),
    barred: ({ source }) => (distrusted && source === 'project' ? 'it needs the trust of this project' : undefined),
    settings,
    env,
  })
}

import {
  isObject,
  RaiderError,
  type Ask,
  type Commands,
  type Permit,
  type SettingsNotice,
  type ToolState,
} from '@raider/contracts'
import { createMcp, findServers, firstOfEach, type DeclaredServer, type Mcp } from '@raider/mcp'
import type { LoadedSettings } from '@raider/settings'
import type { RaiderOptions } from './option.js'

/** What the servers of a session depend on. */
export interface McpSurroundings {
  /** The folder the session starts in; `.mcp.json` files are looked for from here upwards. */
  readonly projectDir: string
  /** Claude Code's record of the user, with the servers of user and project. */
  readonly stateFile: string
  readonly managedDir: string
  readonly settings: LoadedSettings
  readonly state: ToolState
  readonly permit: Permit
  /** Do servers of a project need its trust? */
  readonly trustNeeded: boolean
  /** Servers of Claude Code plugins. */
  readonly bundled?: readonly DeclaredServer[]
}

/** The MCP servers of a session; undefined where there are none. */
export interface SessionMcp {
  readonly mcp?: Mcp
  readonly notices: readonly SettingsNotice[]
}

/** Finds the servers that options, files and bundles declare. @throws RaiderError `bad-option` for options that cannot be used. */
export async function sessionMcp(options: RaiderOptions, around: McpSurroundings): Promise<SessionMcp> {
  const { permissionPromptTool: permissionTool, elicit, canUseTool } = options
  if (permissionTool !== undefined && canUseTool !== undefined)
    throw new RaiderError(
      'bad-option',
      'canUseTool and permissionPromptTool exclude each other. Leave one of them out.',
    )
  const declared = await declaredServers(options, around)
  const { settings, trustNeeded, state, permit } = around
  const barred = trustNeeded && !settings.trust.trusted ? declared.filter(({ source }) => source === 'project') : []
  const servers = declared.filter((server) => !barred.includes(server))
  const notices = barred.map(noticeOf)
  if (servers.length === 0 && permissionTool === undefined) return { notices }
  return {
    notices,
    mcp: createMcp({
      servers,
      state,
      permit,
      ...(elicit !== undefined && { elicit }),
      ...(permissionTool !== undefined && { permissionTool }),
    }),
  }
}

async function declaredServers(options: RaiderOptions, around: McpSurroundings): Promise<readonly DeclaredServer[]> {
  const { mcpConfigs = [], strictMcpConfig = false } = options
  const { settings, projectDir, stateFile, managedDir, bundled = [] } = around
  const { disableSideloadFlags, strictPluginOnlyCustomization: locked } = settings.merged
  if (mcpConfigs.length > 0 && disableSideloadFlags === true)
    throw new RaiderError('bad-option', 'The managed settings do not allow --mcp-config.')
  const sources = options.settings?.sources ?? (['user', 'project', 'local'] as const)
  const found = await findServers({
    configs: mcpConfigs,
    strict: strictMcpConfig,
    cwd: projectDir,
    stateFile,
    managedDir,
    sources,
  })
  const isExclusive = found.some(({ source }) => source === 'managed')
  const all = firstOfEach([...ownServers(options), ...found, ...(isExclusive || strictMcpConfig ? [] : bundled)])
  const isLocked = locked === true || (Array.isArray(locked) && locked.includes('mcp'))
  return isLocked ? all.filter(({ source }) => ['managed', 'plugin', 'sdk'].includes(source)) : all
}

/** Servers that the host gave by name. */
const ownServers = ({ mcpServers = {} }: RaiderOptions): readonly DeclaredServer[] =>
  Object.entries(mcpServers).map(([name, value]) => ({
    name,
    value,
    source: isObject(value) && value.type === 'sdk' ? 'sdk' : 'dynamic',
  }))

const noticeOf = ({ name, file = '' }: DeclaredServer): SettingsNotice => ({
  level: 'warning',
  file,
  key: `mcpServers.${name}`,
  text: `MCP server "${name}" of ${file} was not started: the project is not trusted.`,
})

/** The first of several sets of commands that knows what a prompt names. */
export const joinCommands = (all: readonly (Commands | undefined)[]): Commands | undefined => {
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0) return undefined
  return {
    async find(prompt, scope) {
      for (const commands of known) {
        const command = await commands.find(prompt, scope)
        if (command !== undefined) return command
      }
      return undefined
    },
  }
}

/** Who answers permission questions: the host, or a tool of a server. */
export const askerOf = ({ canUseTool }: RaiderOptions, mcp: Mcp | undefined): Ask | undefined => canUseTool ?? mcp?.ask

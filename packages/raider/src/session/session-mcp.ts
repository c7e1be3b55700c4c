import {
  isObject,
  RaiderError,
  settingsSources,
  type Ask,
  type Commands,
  type Permit,
  type SettingsNotice,
  type ToolState,
} from '@raider/contracts'
import { createMcp, findServers, firstOfEach, type DeclaredServer, type Mcp } from '@raider/mcp'
import { isReserved, type LoadedSettings, type TrustLayer } from '@raider/settings'
import { managedDirFor } from '../host.js'
import { askByFunction } from './can-use-tool.js'
import type { RaiderOptions } from '../option.js'

/** Where servers are looked for. */
interface ServerPlaces {
  /** The folder the session starts in; `.mcp.json` files are looked for from here upwards. */
  readonly projectDir: string
  /** Claude Code's record of the user, with the servers of user and project. */
  readonly stateFile: string
}

/** What the servers of a session depend on. */
interface McpSurroundings {
  /** The servers of options and files. */
  readonly declared: readonly DeclaredServer[]
  readonly settings: LoadedSettings
  readonly state: ToolState
  readonly permit: Permit
  /** Do servers of a project need its trust? */
  readonly trustNeeded: boolean
  /** Servers of Claude Code plugins. */
  readonly bundled?: readonly DeclaredServer[]
}

/** The MCP servers of a session; undefined where there are none. */
interface SessionMcp {
  readonly mcp?: Mcp
  readonly notices: readonly SettingsNotice[]
}

/** Finds the servers that options and files declare. @throws RaiderError `bad-option` for an `--mcp-config` that cannot be used. */
export async function declaredServers(
  options: RaiderOptions,
  { projectDir, stateFile }: ServerPlaces,
): Promise<readonly DeclaredServer[]> {
  const { sources = settingsSources } = options.settings ?? {}
  const managedDir = managedDirFor(options)
  const found = await findServers({
    configs: options.mcpConfigs ?? [],
    strict: options.strictMcpConfig ?? false,
    cwd: projectDir,
    stateFile,
    managedDir,
    sources,
  })
  return firstOfEach([...ownServers(options), ...found])
}

/** What trust in a project looks at of its servers: they are programs that run when a session starts. */
export const serverTrustLayers = (servers: readonly DeclaredServer[]): readonly TrustLayer[] =>
  servers.flatMap(({ name, source, value, file }) =>
    source !== 'project' || file === undefined
      ? []
      : [{ name: 'project', file, value: { mcpServers: { [name]: value } }, line: () => undefined }],
  )

/** Makes the servers of a session. @throws RaiderError `bad-option` for options that exclude each other or that the managed settings forbid. */
export function sessionMcp(options: RaiderOptions, around: McpSurroundings): SessionMcp {
  const { permissionPromptTool: permissionTool, elicit, canUseTool, mcpConfigs = [] } = options
  const { settings, trustNeeded, state, permit } = around
  if (permissionTool !== undefined && canUseTool !== undefined)
    throw new RaiderError(
      'bad-option',
      'canUseTool and permissionPromptTool exclude each other. Leave one of them out.',
    )
  if (mcpConfigs.length > 0 && settings.merged.disableSideloadFlags === true)
    throw new RaiderError('bad-option', 'The managed settings do not allow --mcp-config.')
  const admitted = admittedServers(options, around)
  const barred = trustNeeded && !settings.trust.trusted ? admitted.filter(({ source }) => source === 'project') : []
  const servers = admitted.filter((server) => !barred.includes(server))
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

/** Servers of all places that may be combined. */
export function admittedServers(
  { strictMcpConfig = false }: RaiderOptions,
  { declared, bundled = [], settings }: Pick<McpSurroundings, 'declared' | 'bundled' | 'settings'>,
): readonly DeclaredServer[] {
  const isExclusive = strictMcpConfig || declared.some(({ source }) => source === 'managed')
  const all = firstOfEach([...declared, ...(isExclusive ? [] : bundled)])
  return isReserved(settings.merged, 'mcp')
    ? all.filter(({ source }) => ['managed', 'plugin', 'sdk'].includes(source))
    : all
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
  if (known.length < 2) return known[0]
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
export const askerOf = ({ canUseTool }: RaiderOptions, mcp: Mcp | undefined): Ask | undefined =>
  canUseTool === undefined ? mcp?.ask : askByFunction(canUseTool)

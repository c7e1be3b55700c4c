import { dirname } from 'node:path'
import type { Ask, Commands, Engine, Profile, Settings, SettingsNotice, Tool, ToolState } from '@raider/contracts'
import { sessionEnvironment } from '@raider/claude-hooks'
import { anthropic } from '@raider/engine-anthropic'
import type { Mcp } from '@raider/mcp'
import type { SessionPermissions } from '@raider/permissions'
import { mergedEnv, sessionPlaces, settingsModel } from '@raider/settings'
import type { Skills } from '@raider/skills'
import { builtinTools, createToolState, knowFiles, knowTasks } from '@raider/tools'
import { runHelper } from './key-helper.js'
import { mainModel } from '../subagent/main-agent.js'
import { offered } from './offer.js'
import type { RaiderOptions } from '../option.js'
import type { Origin } from './origin.js'
import { bundleServers } from '../setup/session-bundles.js'
import { askerOf, joinCommands, sessionMcp } from './session-mcp.js'
import { sessionPermissions } from './session-permissions.js'
import { sessionSkills } from './session-skills.js'
import type { Surroundings } from '../surroundings.js'
import type { ReadySetup } from '../setup/user-setup.js'

/** What a session works with. */
export interface SessionTools {
  readonly engine: Engine
  /** Model id or alias; the engine's default where absent. */
  readonly model: string | undefined
  /** Tokens that the model takes; undefined where nobody knows. */
  readonly contextWindow: number | undefined
  readonly permissions: SessionPermissions
  readonly state: ToolState
  readonly skills: Skills | undefined
  readonly mcp: Mcp | undefined
  readonly tools: readonly Tool[]
  readonly commands: Commands | undefined
  /** Asks whoever can answer for the user. */
  readonly ask: Ask | undefined
  readonly notices: readonly SettingsNotice[]
}

/**
 * Makes rules, engine and tools of a session.
 * @param all the tools of the finished session: those of subagents come last.
 */
export async function sessionTools(
  options: RaiderOptions,
  around: Surroundings,
  setup: ReadySetup,
  origin: Origin,
  all: () => readonly Tool[],
): Promise<SessionTools> {
  const { profile, projectDir, places } = around
  const { settings, env, bundles } = setup
  const { resultsDir } = sessionPlaces(places, origin.session)
  const permissions = sessionPermissions(options, {
    ...around,
    settings,
    env,
    sessionDir: dirname(resultsDir),
    notes: [setup.autoMemoryDir, setup.mainMemory?.dir].filter((dir) => dir !== undefined),
    ...(origin.mode !== undefined && { mode: origin.mode }),
  })
  const engine = options.engine ?? defaultEngine(settings, mergedEnv(settings, around.host.env), projectDir, profile)
  const model = options.model ?? origin.model ?? mainModel(setup.main) ?? env.ANTHROPIC_MODEL ?? settingsModel(settings)
  const resolved = engine.resolve(model ?? engine.model)
  const state = createToolState({ directories: permissions.directories(), resultsDir, model: resolved })
  await recollect(state, origin, profile)
  const contextWindow = engine.contextWindow?.(resolved)
  const skills = await sessionSkills(options, {
    roots: setup.skillRoots,
    projectDir,
    settings,
    permissions,
    profile,
    env,
    contextWindow,
    tools: all,
    preloaded: (type) => setup.agents.get(type)?.skills ?? [],
    isAgent: (type) => setup.agents.has(type),
  })
  const { mcp, notices } = sessionMcp(options, {
    declared: setup.servers,
    settings,
    state,
    permit: permissions.permit,
    trustNeeded: profile.projectTrust === 'required',
    bundled: bundleServers(bundles),
  })
  const ask = askerOf(options, mcp)
  const own = offered([...builtins(options, around, origin, permissions), ...(skills ? [skills.tool] : [])], options, {
    profile,
    env,
    model: resolved,
    asks: ask !== undefined,
    isOffered: (tool) => permissions.isOffered(tool),
  })
  return {
    engine,
    model,
    contextWindow,
    permissions,
    state,
    skills,
    mcp,
    tools: own.concat(options.tools ?? []),
    commands: joinCommands([mcp?.commands, skills?.commands]),
    ask,
    notices: permissions.notices.concat(notices),
  }
}

/** What the tools know of the conversation that a session goes on with. */
async function recollect(state: ToolState, { parts: { past, from } }: Origin, profile: Profile): Promise<void> {
  if (past === undefined) return
  await knowFiles(state, past.files)
  const keepsTasks = from === undefined || profile.forkedTasks === 'kept'
  knowTasks(state, keepsTasks ? past.lists : past.lists.filter(({ tool }) => tool === 'TodoWrite'))
}

const builtins = (
  { web }: RaiderOptions,
  { homeDir, projectDir, places }: Surroundings,
  { session }: Origin,
  permissions: SessionPermissions,
): readonly Tool[] =>
  builtinTools({
    homeDir,
    shellEnv: () => sessionEnvironment({ configDir: places.configDir, session }),
    listable: (path) => !permissions.hides(path, projectDir),
    setMode: (mode) => permissions.setMode(mode),
    openFolder: (path) => permissions.apply({ type: 'addDirectories', directories: [path], destination: 'session' }),
    namesHost: (host) => namesHost(permissions, host),
    ...(web !== undefined && { web }),
  })

/** Is there an allow rule for just this host? A pattern or a bare `WebFetch` speaks of the public internet only. */
const namesHost = (permissions: SessionPermissions, host: string): boolean =>
  permissions
    .rules()
    .some((rule) => rule.behavior === 'allow' && rule.tool === 'WebFetch' && rule.specifier === `domain:${host}`)

const defaultEngine = (
  { merged: { apiKeyHelper } }: Settings,
  env: Readonly<Record<string, string>>,
  cwd: string,
  { refusedRequest }: Profile,
): Engine =>
  anthropic({
    env,
    resendsRefused: refusedRequest === 'sent again',
    ...(typeof apiKeyHelper === 'string' && {
      apiKeyHelper,
      runHelper: (command, signal) => runHelper(command, env, cwd, signal),
    }),
  })

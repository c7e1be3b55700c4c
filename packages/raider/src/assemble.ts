import { dirname, resolve } from 'node:path'
import { profiles, type Engine, type Plugin, type Settings, type Tool } from '@raider/contracts'
import type { AgentDefinition, DiscoveryOptions } from '@raider/agents'
import { anthropic } from '@raider/engine-anthropic'
import { claudeHooks, sessionEnvironment } from '@raider/claude-hooks'
import { events } from '@raider/events'
import { createAutoMode } from '@raider/gate'
import { briefing, type SessionParts } from '@raider/loop'
import { nestedMemory } from '@raider/nested-memory'
import {
  managedDirOf,
  mergedEnv,
  realPathOf,
  settingsAgent,
  settingsEffort,
  settingsModel,
  settingsPlaces,
} from '@raider/settings'
import { builtinTools, createToolState } from '@raider/tools'
import { agentsInForce, agentTrustLayers, createRoster, findAgents } from './agent-roster.js'
import { backgroundWait } from './background-wait.js'
import { withAgents } from './child-session.js'
import { createJudge } from './hook-judge.js'
import { hostOf } from './host.js'
import { runHelper } from './key-helper.js'
import { mainAgentOf, mainModel, runningAs, spawnableBy } from './main-agent.js'
import { offered } from './offer.js'
import type { RaiderOptions } from './option.js'
import { compactionOf } from './compaction-option.js'
import { originOf } from './origin.js'
import { placesOf, transcriptsOf, type SessionPlaces } from './place.js'
import { askerOf, declaredServers, joinCommands, serverTrustLayers, sessionMcp } from './session-mcp.js'
import { OwnWrites } from './own-writes.js'
import { createPermissionStore } from './permission-store.js'
import { sessionPermissions } from './session-permissions.js'
import { sessionSettings } from './session-settings.js'
import { followingSettings } from './settings-follower.js'
import { outputStyleOf, styleNotices } from './output-style.js'
import {
  bundleAgents,
  bundleFacts,
  bundleMainAgent,
  bundleNotices,
  bundleServers,
  bundleSkills,
  sessionBundles,
  withBundleHooks,
  withBundlePrograms,
} from './session-bundles.js'
import { knownSkills, sessionSkills } from './session-skills.js'

/** The plugin chain where the host names none. This literal is the order, forwards before and after a call. */
const defaultPlugins = (
  places: SessionPlaces,
  options: RaiderOptions,
  addedDirs: readonly string[],
): readonly Plugin[] => [
  nestedMemory({
    managedDir: managedDirOf(process.platform),
    ...options.settings,
    additionalDirectories: addedDirs,
  }),
  claudeHooks({ failClosed: options.failClosed ?? false, ...(options.hooks && { hooks: options.hooks }) }),
  events({ journal: { dir: places.journalDir, required: options.strict ?? false } }),
]

/** Gathers everything a session is made of. @throws RaiderError for settings that cannot be used and projects that are not trusted. */
export async function assemble(options: RaiderOptions, signal: AbortSignal): Promise<SessionParts> {
  const host = hostOf(options)
  const profile = profiles[options.profile ?? 'raider']
  const projectDir = realPathOf(host.cwd)
  const origin = await originOf(options, profile, transcriptsOf(projectDir, host.homeDir, host.env))
  const { session } = origin
  const places = placesOf(projectDir, session, host.homeDir, host.env, options.journalDir)
  const addedDirs = (options.additionalDirectories ?? []).map((dir) => realPathOf(resolve(projectDir, dir)))
  const found = await findAgents(discoveryOf(options, projectDir, places, addedDirs), options.agents)
  const declared = await declaredServers(options, { projectDir, stateFile: places.claudeStateFile })
  const trustNeeded = profile.projectTrust === 'required'
  const trustAlso = [...agentTrustLayers(found.values()), ...(trustNeeded ? serverTrustLayers(declared) : [])]
  const surroundings = { projectDir, homeDir: host.homeDir, places, profile, trustAlso }
  const read = await sessionSettings(options, surroundings)
  const bundles = await sessionBundles(options, { projectDir, configDir: places.configDir, settings: read, profile })
  const settings = withBundleHooks(read, bundles)
  const envOf = (given: Settings) => withBundlePrograms(mergedEnv(given, host.env), bundles)
  const env = envOf(settings)
  const checked = agentsInForce(found, settings, options)
  const agents = new Map([...(await bundleAgents(bundles)), ...checked.agents.values()].map((one) => [one.name, one]))
  const main = mainAgentOf(options.agent ?? settingsAgent(settings) ?? bundleMainAgent(bundles), agents)
  const permissions = sessionPermissions(options, {
    settings,
    profile,
    projectDir,
    host,
    addedDirs,
    sessionDir: dirname(places.resultsDir),
    ...(origin.mode !== undefined && { mode: origin.mode }),
  })
  const directories = permissions.directories()
  const builtins = builtinTools({
    homeDir: host.homeDir,
    shellEnv: () => sessionEnvironment({ configDir: places.configDir, session }),
    listable: (path) => !permissions.hides(path, projectDir),
    setMode: (mode) => permissions.setMode(mode),
    ...(options.web !== undefined && { web: options.web }),
  })
  let all: readonly Tool[] = []
  const skills = await sessionSkills(options, {
    projectDir,
    configDir: places.configDir,
    addedDirs,
    settings,
    permissions,
    profile,
    bundles: bundleSkills(bundles),
    tools: () => all,
    preloaded: (type) => agents.get(type)?.skills ?? [],
  })
  const ownWrites = new OwnWrites()
  const state = createToolState({ directories, resultsDir: places.resultsDir })
  const { mcp, notices: serverNotices } = sessionMcp(options, {
    declared,
    settings,
    state,
    permit: permissions.permit,
    trustNeeded,
    bundled: bundleServers(bundles),
  })
  const style = await outputStyleOf(settings.merged.outputStyle, {
    projectDir,
    configDir: places.configDir,
    managedDir: options.settings?.managedDir ?? managedDirOf(process.platform),
    sources: options.settings?.sources ?? ['user', 'project', 'local'],
    bundles: bundles.list,
  })
  const ask = askerOf(options, mcp)
  const commands = joinCommands([mcp?.commands, skills?.commands])
  const engine = options.engine ?? defaultEngine(settings, env, projectDir)
  const model = options.model ?? origin.model ?? mainModel(main) ?? env.ANTHROPIC_MODEL ?? settingsModel(settings)
  const own = offered([...builtins, ...(skills ? [skills.tool] : [])], options, {
    profile,
    env,
    model: engine.resolve(model ?? engine.model),
    asks: ask !== undefined,
    isOffered: (tool) => permissions.isOffered(tool),
  })
  const tools = [...own, ...(options.tools ?? [])]
  const parts: SessionParts = {
    facts: {
      session,
      agentPath: 'main',
      projectDir,
      configDir: places.configDir,
      transcriptPath: origin.transcriptPath,
      profile,
      settings,
      env,
      ...(skills && { lateLayers: skills.lateLayers }),
      ...(mcp && { callServer: mcp.call }),
    },
    engine,
    ...(model !== undefined && { model }),
    plugins: [
      ...(skills ? [skills.plugin] : []),
      ...(options.plugins ?? defaultPlugins(places, options, addedDirs)),
      ...(mcp ? [mcp.plugin] : []),
    ],
    tools,
    ...(mcp && { changingTools: () => mcp.tools() }),
    permissions,
    ...(commands !== undefined && { commands }),
    ...(ask !== undefined && { ask }),
    ...(options.classifier !== undefined && { auto: createAutoMode(options.classifier) }),
    keepUpdate: createPermissionStore(
      options,
      { projectDir, homeDir: host.homeDir, configDir: places.configDir, env, ownWrites },
      signal,
    ),
    state,
    notices: [
      ...settings.notices,
      ...bundleNotices(bundles),
      ...permissions.notices,
      ...checked.notices,
      ...serverNotices,
      ...styleNotices(style),
    ],
    equipment: {
      ...knownSkills(skills),
      bundles: bundles.list.map(bundleFacts),
      bundleErrors: bundles.errors,
      outputStyle: style.name,
    },
    transcript: options.transcript ?? true,
    system: briefing({
      projectDir,
      directories,
      date: new Date(),
      ...systemPromptOf(options, main),
      ...(style.text !== undefined && { style: style.text }),
      ...(options.appendSystemPrompt !== undefined && { appendSystemPrompt: options.appendSystemPrompt }),
    }),
    limits: options,
    strict: options.strict ?? false,
    stopBlockCap: stopBlockCap(env),
    ...backgroundWait(env),
    ...origin.parts,
    ...compactionOf(options, settings, env),
    ...(options.title !== undefined && { title: options.title }),
    ...(options.setup !== undefined && { setup: options.setup }),
    signal,
    ...(options.maxOutputTokens !== undefined && { maxOutputTokens: options.maxOutputTokens }),
    ...(options.thinkingTokens !== undefined && { thinkingTokens: options.thinkingTokens }),
    effort: options.effort ?? main?.effort ?? settingsEffort(settings) ?? 'medium',
  }
  const roster = createRoster(agents, env, options.appendSubagentSystemPrompt)
  const running = followingSettings(runningAs(main, parts), {
    start: read,
    places: await settingsPlaces({
      cwd: projectDir,
      homeDir: host.homeDir,
      configDir: places.configDir,
      managedDir: managedDirOf(process.platform),
      ...options.settings,
    }),
    load: () => sessionSettings(options, surroundings),
    envOf,
    isOwn: (file) => ownWrites.has(file),
    permissions,
  })
  const whole = withAgents({ ...running, judge: createJudge(running, roster) }, roster, 0, spawnableBy(main, agents))
  all = whole.tools
  return whole
}

/** Where agents are looked for. */
function discoveryOf(
  { settings }: RaiderOptions,
  projectDir: string,
  { configDir }: SessionPlaces,
  additionalDirectories: readonly string[],
): DiscoveryOptions {
  const { sources, managedDir = managedDirOf(process.platform) } = settings ?? {}
  return { projectDir, configDir, managedDir, additionalDirectories, ...(sources !== undefined && { sources }) }
}

const systemPromptOf = (
  { systemPrompt }: RaiderOptions,
  main: AgentDefinition | undefined,
): { readonly systemPrompt?: string } => {
  const text = systemPrompt ?? main?.prompt
  return text === undefined ? {} : { systemPrompt: text }
}

const defaultEngine = (settings: Settings, env: Readonly<Record<string, string>>, cwd: string): Engine => {
  const { apiKeyHelper } = settings.merged
  if (typeof apiKeyHelper !== 'string') return anthropic({ env })
  return anthropic({ env, apiKeyHelper, runHelper: (command, signal) => runHelper(command, env, cwd, signal) })
}

/** CLAUDE_CODE_STOP_HOOK_BLOCK_CAP; 8 where it is absent or no number (Claude Code 2.1.332, seen). */
function stopBlockCap({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap }: Readonly<Record<string, string>>): number {
  return cap !== undefined && /^\d+$/.test(cap) ? Number(cap) : 8
}

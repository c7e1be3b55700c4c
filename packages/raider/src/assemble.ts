import type { Plugin, SettingsNotice, Tool } from '@raider/contracts'
import { claudeHooks } from '@raider/claude-hooks'
import { events } from '@raider/events'
import { createAutoMode } from '@raider/gate'
import { briefing, type SessionParts } from '@raider/loop'
import { nestedMemory } from '@raider/nested-memory'
import { recallFiles } from '@raider/tools'
import { settingsEffort, settingsPlaces } from '@raider/settings'
import { autoMemoryNote } from './auto-memory.js'
import { createRoster } from './agent-roster.js'
import { backgroundWait } from './background-wait.js'
import { withAgents } from './subagent.js'
import { compactionOf } from './compaction-option.js'
import { createJudge } from './hook-judge.js'
import { runningAs, spawnableBy } from './main-agent.js'
import { withoutUnnamed } from './offer.js'
import type { RaiderOptions } from './option.js'
import { OwnWrites } from './own-writes.js'
import { createPermissionStore } from './permission-store.js'
import { bundleFacts } from './session-bundles.js'
import { knownSkills } from './session-skills.js'
import { sessionTools, type SessionTools } from './session-tools.js'
import { followingSettings } from './settings-follower.js'
import { surroundingsOf, type Surroundings } from './surroundings.js'
import { readSetup, type UserSetup } from './user-setup.js'

/** The plugin chain of a session. Where the host names none, the last literal is the order, forwards before and after a call. */
function pluginsOf(
  options: RaiderOptions,
  { managedDir, sources, addedDirs, places }: Surroundings,
  { autoMemoryDir }: UserSetup,
): readonly Plugin[] {
  const { plugins, agentsFile } = options
  if (plugins !== undefined && typeof plugins !== 'function') return plugins
  const memory = nestedMemory({
    managedDir,
    sources,
    additionalDirectories: addedDirs,
    ...(agentsFile !== undefined && { agentsFile }),
    ...(autoMemoryDir !== undefined && { autoMemoryDir }),
  })
  const hooks = claudeHooks({ failClosed: options.failClosed ?? false, ...(options.hooks && { hooks: options.hooks }) })
  const bus = events({ journal: { dir: places.journalDir, required: options.strict ?? false } })
  return plugins === undefined ? [memory, hooks, bus] : plugins({ memory, hooks, events: bus })
}

/**
 * Gathers everything a session is made of, in three stages: where it is, what the user brought, what it works with.
 * @throws RaiderError for settings that cannot be used, projects that are not trusted, and options that exclude each other.
 */
export async function assemble(options: RaiderOptions, signal: AbortSignal): Promise<SessionParts> {
  const around = await surroundingsOf(options)
  const setup = await readSetup(options, around)
  let all: readonly Tool[] = []
  const work = await sessionTools(options, around, setup, () => all)
  const ownWrites = new OwnWrites()
  const parts: SessionParts = {
    ...partsOf(options, around, setup, work),
    keepUpdate: createPermissionStore(
      options,
      { ...around, configDir: around.places.configDir, env: setup.env, ownWrites },
      signal,
    ),
    signal,
  }
  const whole = await withSubagents(parts, options, around, setup, work, ownWrites)
  all = whole.tools
  return whole
}

/** The parts of the main thread. */
function partsOf(
  options: RaiderOptions,
  around: Surroundings,
  setup: UserSetup,
  work: SessionTools,
): Omit<SessionParts, 'signal' | 'keepUpdate'> {
  const { engine, model, permissions, state, skills, mcp, tools, commands, ask } = work
  const { env, settings, main } = setup
  return {
    facts: factsOf(around, setup, work),
    engine,
    ...(model !== undefined && { model }),
    plugins: [...pluginsOf(options, around, setup), ...(skills ? [skills.plugin] : []), ...(mcp ? [mcp.plugin] : [])],
    tools,
    ...(mcp && { changingTools: () => mcp.tools() }),
    permissions,
    ...(commands !== undefined && { commands }),
    ...(ask !== undefined && { ask }),
    ...(options.classifier !== undefined && { auto: createAutoMode(options.classifier) }),
    state,
    ...recallOf(tools),
    notices: noticesOf(setup, work),
    equipment: {
      ...knownSkills(skills),
      bundles: setup.bundles.list.map(bundleFacts),
      bundleErrors: setup.bundles.errors,
      outputStyle: setup.style.name,
    },
    transcript: options.transcript ?? true,
    system: systemOf(options, around, setup, work),
    limits: options,
    strict: options.strict ?? false,
    stopBlockCap: stopBlockCap(env),
    ...backgroundWait(env),
    ...around.origin.parts,
    ...compactionOf(options, settings, env),
    ...(options.title !== undefined && { title: options.title }),
    ...(options.setup !== undefined && { setup: options.setup }),
    ...(options.maxOutputTokens !== undefined && { maxOutputTokens: options.maxOutputTokens }),
    ...(options.thinkingTokens !== undefined && { thinkingTokens: options.thinkingTokens }),
    effort: options.effort ?? main?.effort ?? settingsEffort(settings) ?? 'medium',
  }
}

/** Without Read nothing is shown again. */
function recallOf(tools: readonly Tool[]): Pick<SessionParts, 'recall'> {
  const read = tools.find(({ name, origin }) => name === 'Read' && origin === 'built-in')
  return read === undefined ? {} : { recall: (memory, scope) => recallFiles(read, memory, scope) }
}

const factsOf = (
  { origin, projectDir, places, profile }: Surroundings,
  { settings, env }: UserSetup,
  { skills, mcp }: SessionTools,
): SessionParts['facts'] => ({
  session: origin.session,
  agentPath: 'main',
  projectDir,
  configDir: places.configDir,
  transcriptPath: origin.transcriptPath,
  profile,
  settings,
  env,
  ...(skills && { lateLayers: skills.lateLayers }),
  ...(mcp && { callServer: mcp.call }),
})

const noticesOf = (setup: UserSetup, work: SessionTools): readonly SettingsNotice[] => [
  ...setup.notices,
  ...work.notices,
]

function systemOf(
  { systemPrompt, appendSystemPrompt }: RaiderOptions,
  { projectDir }: Surroundings,
  { style, main, mainMemory, autoMemoryDir }: UserSetup,
  { permissions, tools }: SessionTools,
): readonly string[] {
  const own = systemPrompt ?? main?.prompt
  const notes = mainMemory?.prompt ?? (autoMemoryDir === undefined ? undefined : autoMemoryNote(autoMemoryDir))
  const canNote = notes !== undefined && systemPrompt === undefined && tools.some(({ name }) => name === 'Write')
  return briefing({
    projectDir,
    directories: permissions.directories(),
    date: new Date(),
    ...(own !== undefined && { systemPrompt: own }),
    ...(style.text !== undefined && { style: style.text }),
    ...(canNote && { notes }),
    ...(appendSystemPrompt !== undefined && { appendSystemPrompt }),
  })
}

/** The parts with everything that may come later: changed settings, subagents, and hooks that put questions to agents. */
async function withSubagents(
  parts: SessionParts,
  options: RaiderOptions,
  { projectDir, homeDir, places, managedDir, sources }: Surroundings,
  { main, agents, env, envOf, read, reload, autoMemoryDir }: UserSetup,
  { permissions }: SessionTools,
  ownWrites: OwnWrites,
): Promise<SessionParts> {
  const running = followingSettings(runningAs(main, parts), {
    start: read,
    places: await settingsPlaces({ cwd: projectDir, homeDir, configDir: places.configDir, managedDir, sources }),
    load: reload,
    envOf,
    isOwn: (file) => ownWrites.has(file),
    permissions,
  })
  const roster = createRoster(agents, env, autoMemoryDir !== undefined, options.appendSubagentSystemPrompt)
  const judging = { ...running, judge: createJudge(running, roster) }
  const whole = withAgents(judging, roster, 0, spawnableBy(main, agents))
  return { ...whole, tools: withoutUnnamed(whole.tools, options) }
}

/** CLAUDE_CODE_STOP_HOOK_BLOCK_CAP; 8 where it is absent or no number (Claude Code 2.1.332, seen). */
function stopBlockCap({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap }: Readonly<Record<string, string>>): number {
  return cap !== undefined && /^\d+$/.test(cap) ? Number(cap) : 8
}

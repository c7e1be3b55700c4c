import type { Tool } from '@raider/contracts'
import { createAutoMode } from '@raider/gate'
import { briefing, type SessionParts } from '@raider/loop'
import { settingsEffort } from '@raider/settings'
import { recallFiles } from '@raider/tools'
import { autoMemoryNote } from './setup/auto-memory.js'
import { createRoster } from './subagent/agent-roster.js'
import { backgroundWait } from './session/background-wait.js'
import { withAgents } from './subagent/subagent.js'
import { compactionOf } from './session/compaction-option.js'
import { createJudge } from './session/hook-judge.js'
import { runningAs, spawnableBy } from './subagent/main-agent.js'
import { withoutUnnamed } from './session/offer.js'
import type { RaiderOptions } from './option.js'
import { originOf, type Origin } from './session/origin.js'
import { OwnWrites } from './setup/own-writes.js'
import { createPermissionStore } from './session/permission-store.js'
import { bundleFacts } from './setup/session-bundles.js'
import { knownSkills } from './session/session-skills.js'
import { sessionTools, type SessionTools } from './session/session-tools.js'
import { FollowedSettings } from './setup/settings-follower.js'
import type { Footing, SharedSetup } from './setup/shared-setup.js'

/** Stages of a session that is put together: what it shares, where it comes from, what it works with, what may change. */
interface Stages extends Footing {
  readonly origin: Origin
  readonly work: SessionTools
  readonly followed: FollowedSettings
}

/**
 * Gathers everything a session is made of, in three stages: what the user brought, where the session comes from, what it works with.
 * @throws RaiderError for settings that cannot be used, projects that are not trusted, and options that exclude each other.
 */
export async function assemble(
  options: RaiderOptions,
  shared: SharedSetup,
  signal: AbortSignal,
): Promise<SessionParts> {
  const footing = await shared.read()
  const { around, setup } = footing
  const origin = await originOf(options, around.profile, around.places.transcriptsDir)
  let all: readonly Tool[] = []
  const work = await sessionTools(options, around, setup, origin, () => all)
  const ownWrites = new OwnWrites()
  const followed = new FollowedSettings(setup, ownWrites, work.permissions)
  const parts = runningAs(setup.main, {
    ...partsOf(options, shared, { ...footing, origin, work, followed }),
    keepUpdate: createPermissionStore(options, { around, env: setup.env, ownWrites }, signal),
    signal,
  })
  const whole = withSubagents(parts, options, setup)
  all = whole.tools
  return whole
}

/** The parts of the main thread. */
function partsOf(
  options: RaiderOptions,
  shared: SharedSetup,
  stages: Stages,
): Omit<SessionParts, 'signal' | 'keepUpdate'> {
  const { setup, plugins, origin, work, followed } = stages
  const { engine, model, permissions, state, skills, mcp, tools, commands, ask } = work
  const { env, settings, main } = setup
  return {
    facts: factsOf(stages),
    engine,
    ...(model !== undefined && { model }),
    plugins: plugins.concat(skills?.plugin ?? [], mcp?.plugin ?? []),
    tools,
    ...(mcp && { changingTools: () => mcp.tools() }),
    permissions,
    ...(commands !== undefined && { commands }),
    ...(ask !== undefined && { ask }),
    ...(options.classifier !== undefined && { auto: createAutoMode(options.classifier) }),
    state,
    ...recallOf(tools),
    following: followed,
    notices: setup.notices.concat(work.notices),
    transcript: options.transcript ?? true,
    ...shared.tell({
      system: systemOf(options, stages),
      equipment: {
        ...knownSkills(skills),
        bundles: setup.bundles.list.map(bundleFacts),
        bundleErrors: setup.bundles.errors,
        outputStyle: setup.style.name,
      },
    }),
    limits: options,
    strict: options.strict ?? false,
    stopBlockCap: stopBlockCap(env),
    ...backgroundWait(env),
    ...origin.parts,
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

const factsOf = ({ around, setup, origin, work: { skills, mcp }, followed }: Stages): SessionParts['facts'] => ({
  session: origin.session,
  agentPath: 'main',
  projectDir: around.projectDir,
  configDir: around.places.configDir,
  transcriptPath: origin.transcriptPath,
  profile: around.profile,
  settings: setup.settings,
  env: setup.env,
  currentSettings: () => followed.settings,
  currentEnv: () => followed.env,
  ...(skills && { lateLayers: skills.lateLayers }),
  ...(mcp && { callServer: mcp.call }),
})

function systemOf(
  { systemPrompt, appendSystemPrompt }: RaiderOptions,
  { around: { projectDir }, setup: { style, main, mainMemory, autoMemoryDir }, work: { permissions, tools } }: Stages,
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

/** The parts with subagents, and hooks that put questions to them. */
function withSubagents(
  parts: SessionParts,
  options: RaiderOptions,
  { main, agents, env, autoMemoryDir }: Stages['setup'],
): SessionParts {
  const roster = createRoster(agents, env, autoMemoryDir !== undefined, options.appendSubagentSystemPrompt)
  const { tools } = parts
  const judge = createJudge(() => whole, tools, roster)
  const own = withAgents({ ...parts, judge }, roster, 0, spawnableBy(main, agents))
  const added = withoutUnnamed(own.tools.slice(tools.length), options)
  const whole: SessionParts = { ...own, tools: tools.concat(added) }
  return whole
}

/** CLAUDE_CODE_STOP_HOOK_BLOCK_CAP; 8 where it is absent or no number (Claude Code 2.1.332, seen). */
function stopBlockCap({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap }: Readonly<Record<string, string>>): number {
  return cap !== undefined && /^\d+$/.test(cap) ? Number(cap) : 8
}

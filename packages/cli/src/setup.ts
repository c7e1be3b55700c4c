import {
  agentToolNames,
  anthropic,
  builtinTools,
  claudeHooks,
  events,
  homeOf,
  profiles,
  type Engine,
  type EventsPlugin,
  type PermissionMode,
  type RaiderOptions,
} from 'raider'
import { engineOf } from './flag/engine-flag.js'
import { existingFolder } from './flag/folder.js'
import { modelOptions } from './flag/model-options.js'
import { splitRules } from './page/rule-list.js'
import { UsageError } from './usage-error.js'
import type { Flags } from './flag/flags.js'
import type { Terminal } from './terminal.js'

/** What a command line asks Raider for. */
export interface Setup {
  readonly options: RaiderOptions
  /** The plugin at which the events of all sessions are heard. */
  readonly events: EventsPlugin
  /** Tells prices and names of models. */
  readonly engine: Engine
  readonly cwd: string
  readonly homeDir: string
}

/** @throws UsageError for flags that name what is not there, or exclude each other. */
export function setupOf(flags: Flags, terminal: Terminal): Setup {
  const { env } = terminal
  const cwd = folderOf(flags, terminal)
  const homeDir = homeOf(env)
  const engine = engineOf(flags, cwd, env)
  const keeps = flags.sessionPersistence && env['CLAUDE_CODE_SKIP_PROMPT_HISTORY'] !== '1'
  const bare = flags.bare === true || env['CLAUDE_CODE_SIMPLE'] === '1'
  const strict = flags.strict === true
  if (strict && !keeps) throw new UsageError('--strict needs a journal, which --no-session-persistence leaves out')
  const bus = events({ journal: keeps && { required: strict } })
  return {
    events: bus,
    engine: engine ?? anthropic({ env }),
    cwd,
    homeDir,
    options: {
      cwd,
      env,
      homeDir,
      ...(engine && { engine }),
      plugins: chainOf(flags, bare, bus),
      ...(flags.safeMode && { safeMode: true }),
      ...(flags.failClosed && { failClosed: true }),
      strict,
      transcript: keeps,
      ...(bare && { skills: false, autoMemory: false }),
      ...sessionOptions(flags),
      ...permissionOptions(flags),
      ...toolOptions(flags, bare, homeDir, terminal),
      ...settingsOptions(flags),
      ...agentOptions(flags),
      ...limits(flags),
      ...modelOptions(flags, cwd),
    },
  }
}

/** The usual chain, with a bus that hears all sessions. */
function chainOf({ safeMode }: Flags, bare: boolean, bus: EventsPlugin): Exclude<RaiderOptions['plugins'], undefined> {
  if (bare) return [claudeHooks({ enabled: false }), bus]
  return ({ memory, hooks }) => [...(safeMode ? [] : [memory]), hooks, bus]
}

function sessionOptions(flags: Flags): RaiderOptions {
  const setup = flags.maintenance ? 'maintenance' : flags.init || flags.initOnly ? 'init' : undefined
  return {
    ...(flags.sessionId !== undefined && { sessionId: flags.sessionId }),
    ...(flags.resume !== undefined && { resume: flags.resume }),
    ...(flags.continue && { continue: true }),
    ...(flags.forkSession && { forkSession: true }),
    ...(flags.name !== undefined && { title: flags.name }),
    ...(setup !== undefined && { setup }),
  }
}

const folderOf = ({ cwd }: Flags, terminal: Terminal): string =>
  cwd === undefined ? terminal.cwd : existingFolder(cwd, terminal, `--cwd ${cwd}`)

/** Options of rules and modes. */
export function permissionOptions(flags: Flags): RaiderOptions {
  const mode = flags.dangerouslySkipPermissions ? 'bypassPermissions' : flags.permissionMode
  return {
    ...(mode !== undefined && { permissionMode: (mode === 'manual' ? 'default' : mode) as PermissionMode }),
    ...(flags.allowDangerouslySkipPermissions && { allowBypassPermissions: true }),
    ...(flags.allowedTools && { allowedTools: splitRules(flags.allowedTools) }),
    ...(flags.disallowedTools && { disallowedTools: splitRules(flags.disallowedTools) }),
    ...(flags.addDir && { additionalDirectories: flags.addDir }),
  }
}

/** The built-in tools under --bare (Claude Code 2.1.332, seen). */
const bareTools: readonly string[] = ['Bash', 'Read', 'Edit']

/** A tool of Claude Code that Raider does not have is left out, so that a command line may serve both. */
function toolOptions({ tools }: Flags, bare: boolean, homeDir: string, { stderr }: Terminal): RaiderOptions {
  const names = tools?.flatMap((list) => list.split(/[\s,]+/)).filter((name) => name !== '')
  if (names === undefined || names.includes('default')) return bare ? { builtinTools: bareTools } : {}
  const there = new Set([...builtinTools({ homeDir }).map((tool) => tool.name), ...agentToolNames])
  const missing = names.filter((name) => !there.has(name))
  if (missing.length > 0) stderr.write(`raider: --tools names ${missing.join(', ')}, which raider does not have\n`)
  const builtins = names.filter((name) => there.has(name) && (!bare || bareTools.includes(name)))
  return { builtinTools: builtins.length === 0 ? false : builtins }
}

/** Options of what is read, and what of it counts. */
export function settingsOptions(flags: Flags): RaiderOptions {
  return {
    settings: {
      ...(flags.settingSources && { sources: flags.settingSources }),
      ...(flags.settings !== undefined && { flag: flags.settings }),
    },
    projectHooks: flags.projectHooks,
    ...(flags.failClosed && { failClosed: true }),
    ...(flags.agentsFile && { agentsFile: true }),
    ...(flags.pluginDir && { pluginDirs: flags.pluginDir }),
    ...(flags.disableSlashCommands && { skills: false }),
    ...(flags.profile && { profile: flags.profile }),
    ...(flags.trust && { trust: true }),
    ...(flags.mcpConfig && { mcpConfigs: flags.mcpConfig }),
    ...(flags.strictMcpConfig && { strictMcpConfig: true }),
    ...(flags.permissionPromptTool !== undefined && { permissionPromptTool: flags.permissionPromptTool }),
  }
}

/** Options of agents. */
export function agentOptions({ agents, agent, appendSubagentSystemPrompt: note }: Flags): RaiderOptions {
  return {
    ...(agents !== undefined && { agents }),
    ...(agent !== undefined && { agent }),
    ...(note !== undefined && { appendSubagentSystemPrompt: note }),
  }
}

function limits(flags: Flags): RaiderOptions {
  const { maxTurns, profile = 'raider' } = flags
  if (maxTurns === 0 && profiles[profile].noTurns === 'refused')
    throw new UsageError('--max-turns 0 leaves no turn: give a number above 0, or leave the flag out')
  return {
    ...(maxTurns !== undefined && maxTurns > 0 && { maxTurns }),
    ...(flags.maxTokens !== undefined && { maxTokens: flags.maxTokens }),
    ...(flags.maxBudgetUsd !== undefined && { maxCostUsd: flags.maxBudgetUsd }),
    ...(flags.maxTime !== undefined && { maxTimeMs: flags.maxTime * 1000 }),
  }
}

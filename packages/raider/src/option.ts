import type { HookFunctions } from '@raider/claude-hooks'
import type {
  Classifier,
  Effort,
  Elicit,
  Engine,
  JsonObject,
  PermissionMode,
  Plugin,
  ProfileName,
  SettingsSource,
  Tool,
} from '@raider/contracts'
import type { InProcessEntry, LinkedEntry } from '@raider/mcp'
import type { Limits } from '@raider/loop'
import type { WebOptions } from '@raider/tools'
import type { CanUseTool } from './session/can-use-tool.js'

/** Which settings files count. */
export interface SettingsOptions {
  /** Layers to read beside managed and flag ones; default all three, an empty list means none of them. */
  readonly sources?: readonly SettingsSource[]
  /** A further settings file, or a JSON object as text (`--settings`). */
  readonly flag?: string
  /** Folder of managed settings; default the operating system's. */
  readonly managedDir?: string
}

/** Agents that a host gives: a JSON object by name, as text or as it is. */
export type GivenAgents = string | Readonly<Record<string, unknown>>

/** The plugins of a session where the host names none. */
export interface UsualPlugins {
  readonly memory: Plugin
  readonly hooks: Plugin
  readonly events: Plugin
}

/** Options of a `Raider`; all of them may be left out. */
export interface RaiderOptions extends Limits {
  /** Folder the agent works in; default the current one. */
  readonly cwd?: string
  /** Talks to the model; default `anthropic()` with the environment of host and settings. */
  readonly engine?: Engine
  /** Model id or alias; default ANTHROPIC_MODEL, then the settings' `model`, then the engine's. */
  readonly model?: string
  /** Further tools; allowed unless a rule says otherwise. */
  readonly tools?: readonly Tool[]
  /** Names of the built-in tools to offer, or false for none; default all. */
  readonly builtinTools?: readonly string[] | false
  /** Skills, slash commands and the Skill tool; default true. */
  readonly skills?: boolean
  /** Folders of Claude Code plugins, relative to `cwd`, beside those that settings enable. */
  readonly pluginDirs?: readonly string[]
  /** Further kinds of subagents by name, each with `description` and `prompt`: an object, or its JSON as text (`--agents`). */
  readonly agents?: GivenAgents
  /** Is added to the system prompt of every subagent. */
  readonly appendSubagentSystemPrompt?: string
  /** Agent that the main thread runs as; default the settings' `agent`. */
  readonly agent?: string
  /** MCP servers by name, in the form of `.mcp.json` or made by `createMcpServer`; they go before those of the files. */
  readonly mcpServers?: Readonly<Record<string, JsonObject | InProcessEntry | LinkedEntry>>
  /** Further files of MCP servers, or JSON as text (`--mcp-config`). */
  readonly mcpConfigs?: readonly string[]
  /** True leaves out the MCP servers of all other files; default false. */
  readonly strictMcpConfig?: boolean
  /** Asked where an MCP server asks something of the user and no hook answers; without it such questions are cancelled. */
  readonly elicit?: Elicit
  /** What WebFetch and WebSearch may reach; default the public internet, without a search engine. */
  readonly web?: WebOptions
  /**
   * The plugin chain, or what to make of the usual one; default `[memory, hooks, events]`. Sessions have plugins in common, each with steps
   * of its own: a function is called again only where the user's setup has changed.
   */
  readonly plugins?: readonly Plugin[] | ((usual: UsualPlugins) => readonly Plugin[])
  /** Does AGENTS.md count where the project has no CLAUDE.md? Default: not in profile `raider`, yes in profile `claude`. */
  readonly agentsFile?: boolean
  /** Notes that the model, and agents with `memory`, keep between sessions; default what settings and environment say. */
  readonly autoMemory?: boolean
  /** Readings of the hook and permission contract; default `raider`. */
  readonly profile?: ProfileName
  /** Which settings files count; default managed, user, project and local ones. */
  readonly settings?: SettingsOptions
  /** True trusts the project for this Raider, false does not; default what the user granted before. */
  readonly trust?: boolean
  /** False leaves the hooks of project and local settings out; default true. */
  readonly projectHooks?: boolean
  /** Functions that run as hooks, beside those of the settings; for a plugin chain of your own give them to `claudeHooks`. */
  readonly hooks?: HookFunctions
  /** A hook that fails in any way counts as a deny; default false. */
  readonly failClosed?: boolean
  /** Mode at the start; default that of the session which goes on, then the settings' `permissions.defaultMode`, then `default`. */
  readonly permissionMode?: PermissionMode
  /** The session may enter `bypassPermissions` later; default only where it starts in it. */
  readonly allowBypassPermissions?: boolean
  /** Judges in mode `auto` what no rule decides; without it such calls are asked for. */
  readonly classifier?: Classifier
  /** Allow rules, such as `Bash(git status)`. */
  readonly allowedTools?: readonly string[]
  /** Deny rules; a bare name takes the tool away. */
  readonly disallowedTools?: readonly string[]
  /** Folders beside `cwd` that count as inside. */
  readonly additionalDirectories?: readonly string[]
  /**
   * True leaves out what user, project and plugins add: hooks (managed ones stay), memory files, skills, agents, plugin folders, MCP servers,
   * output styles. Rules, modes, environment and model of the settings count. Default false. A plugin chain of your own is yours.
   */
  readonly safeMode?: boolean
  /** Replaces the built-in instructions. */
  readonly systemPrompt?: string
  /** Is added behind the system prompt, whichever it is. */
  readonly appendSystemPrompt?: string
  /** Most tokens of a reply; default the engine's. */
  readonly maxOutputTokens?: number
  /** Tokens for reasoning; default none. */
  readonly thinkingTokens?: number
  /** Reasoning effort; default the settings' `effortLevel`, then `medium` (as Claude Code 2.1.332 asks for it, seen). */
  readonly effort?: Effort
  /** Asked where rules and mode leave a call open; without it such calls are refused. */
  readonly canUseTool?: CanUseTool
  /** A tool of an MCP server that is asked in place of `canUseTool`, such as `mcp__desk__approve`. */
  readonly permissionPromptTool?: string
  /** Environment; default that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Home folder; default the user's. */
  readonly homeDir?: string
  /** Write the transcript that hooks find as `transcript_path`, in Claude Code's layout below `~/.claude/projects`; default true. */
  readonly transcript?: boolean
  /** Folder of the journals; default `~/.raider/journals/<project>`. */
  readonly journalDir?: string
  /** Refuse calls that the journal cannot record, and fail a run in which an executed call missed a step; default false. For a plugin chain of your own, `events` has `required`. */
  readonly strict?: boolean
  /** Id of the session; default a new UUID. Only for a `Raider` that opens one session. */
  readonly sessionId?: string
  /** Go on with the session of this id or title. */
  readonly resume?: string
  /** Go on with the latest session of the project, where there is one. */
  readonly continue?: boolean
  /** Go on in a session of its own, and leave the one it starts from as it is. */
  readonly forkSession?: boolean
  /** Title of the session. */
  readonly title?: string
  /** Tell Setup hooks that the project is to be prepared. */
  readonly setup?: 'init' | 'maintenance'
  /** Tokens at which the conversation is compacted, or false for never; default 33,000 before the model's context is full, of a small one four fifths. */
  readonly compactAt?: number | false
}

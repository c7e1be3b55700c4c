import { efforts, type Effort, type SettingsSource } from 'raider'
import type { Command } from 'commander'
import { amount, count, optionOf, repeated, sources, uuid, wholeNumber, type FlagGroup, type FlagRow } from './flag.js'

/** What the command line of `raider` says. */
export interface Flags {
  readonly print?: true
  readonly outputFormat?: 'text' | 'json' | 'stream-json'
  readonly inputFormat?: 'text' | 'stream-json'
  readonly verbose?: true
  readonly includeHookEvents?: true
  readonly model?: string
  readonly engine?: string
  readonly record?: string
  readonly effort?: Effort
  readonly maxThinkingTokens?: number
  readonly systemPrompt?: string
  readonly systemPromptFile?: string
  readonly appendSystemPrompt?: string
  readonly appendSystemPromptFile?: string
  readonly agents?: string
  readonly agent?: string
  readonly appendSubagentSystemPrompt?: string
  readonly forwardSubagentText?: true
  readonly permissionMode?: string
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  readonly tools?: readonly string[]
  readonly addDir?: readonly string[]
  readonly dangerouslySkipPermissions?: true
  readonly allowDangerouslySkipPermissions?: true
  readonly settings?: string
  readonly settingSources?: readonly SettingsSource[]
  readonly agentsFile?: true
  readonly mcpConfig?: readonly string[]
  readonly strictMcpConfig?: true
  readonly permissionPromptTool?: string
  readonly profile?: 'raider' | 'claude'
  readonly trust?: true
  readonly projectHooks: boolean
  readonly failClosed?: true
  readonly strict?: true
  readonly pluginDir?: readonly string[]
  readonly disableSlashCommands?: true
  readonly cwd?: string
  readonly sessionId?: string
  readonly continue?: true
  readonly resume?: string
  readonly forkSession?: true
  readonly sessionPersistence: boolean
  readonly name?: string
  readonly init?: true
  readonly initOnly?: true
  readonly maintenance?: true
  readonly bare?: true
  readonly safeMode?: true
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  readonly maxTokens?: number
  readonly maxTime?: number
}

/** Modes a run can start in; `manual` is another name of `default`. */
const modes = ['default', 'manual', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

const group = (name: FlagGroup, rows: readonly Omit<FlagRow, 'group'>[]): readonly FlagRow[] =>
  rows.map((row) => ({ group: name, ...row }))

/** The flags. Where `claude -p` has a flag of that name, it means the same (2.1.332, seen). */
export const flagRows: readonly FlagRow[] = [
  ...group('Run', [
    { flags: '-p, --print', about: 'Answer one prompt, from the argument, stdin or both, and exit.' },
    { flags: '--cwd <dir>', about: 'Work in this folder instead of the current one.' },
    { flags: '--session-id <uuid>', about: 'Give the new session this id.', parse: uuid },
    { flags: '-c, --continue', about: 'Go on with the latest session of this folder.' },
    { flags: '-r, --resume <session>', about: 'Go on with the session of this id or title.' },
    { flags: '--fork-session', about: 'Go on in a new session, and leave the old one as it is.' },
    { flags: '--no-session-persistence', about: 'Write nothing down: no transcript, no journal.' },
    { flags: '-n, --name <title>', about: 'Give the session a title.' },
    { flags: '--init', about: 'Run the Setup hooks first.' },
    { flags: '--init-only', about: 'Run the Setup hooks and end.' },
    { flags: '--maintenance', about: 'Run the Setup hooks for maintenance first.' },
  ]),
  ...group('Output', [
    { flags: '--output-format <format>', about: 'How -p answers.', choices: ['text', 'json', 'stream-json'] },
    {
      flags: '--input-format <format>',
      about: 'How it is asked: a prompt, or lines of JSON on stdin.',
      choices: ['text', 'stream-json'],
    },
    { flags: '--verbose', about: 'Tell every step: text on stderr, json as a list, stream-json needs it.' },
    { flags: '--include-hook-events', about: 'stream-json tells of every hook, not of SessionStart only.' },
    { flags: '--forward-subagent-text', about: 'stream-json tells what subagents say, and their own subagents too.' },
  ]),
  ...group('Model', [
    { flags: '--model <model>', about: 'Model id, or opus, sonnet, haiku.' },
    { flags: '--engine <engine>', about: 'anthropic (default), or script:FILE to play a YAML script.' },
    { flags: '--record <file>', about: 'Write what the model answers as a script for --engine script:FILE.' },
    { flags: '--effort <level>', about: 'How much the model thinks.', choices: efforts },
    { flags: '--max-thinking-tokens <n>', about: 'Most tokens of reasoning a reply; 0 for none.', parse: count },
    { flags: '--system-prompt <text>', about: 'Replace the system prompt.' },
    { flags: '--system-prompt-file <file>', about: 'The same, from a file.' },
    { flags: '--append-system-prompt <text>', about: 'Add to the system prompt.' },
    { flags: '--append-system-prompt-file <file>', about: 'The same, from a file.' },
    { flags: '--agent <name>', about: 'Run as this agent: with its prompt, tools, model and hooks.' },
    { flags: '--agents <json>', about: 'Further subagents: {"name": {"description": …, "prompt": …}}.' },
    { flags: '--append-subagent-system-prompt <text>', about: 'Add to the system prompt of every subagent.' },
  ]),
  ...group('Permissions', [
    { flags: '--permission-mode <mode>', about: 'How calls are decided that no rule covers.', choices: modes },
    { flags: '--allowedTools, --allowed-tools <rules...>', about: 'Allow rules, such as "Bash(git *) Edit".' },
    { flags: '--disallowedTools, --disallowed-tools <rules...>', about: 'Deny rules; a bare name removes the tool.' },
    { flags: '--tools <names...>', about: 'Offer only these built-in tools; "" none, default all.' },
    { flags: '--add-dir <dirs...>', about: 'Folders beside the current one that tools may use.' },
    { flags: '--dangerously-skip-permissions', about: 'Same as --permission-mode bypassPermissions.' },
    { flags: '--allow-dangerously-skip-permissions', about: 'Let the mode be changed to bypassPermissions later.' },
    {
      flags: '--permission-prompt-tool <tool>',
      about: 'Ask this tool of an MCP server where rules and mode leave a call open.',
    },
  ]),
  ...group('Settings', [
    { flags: '--mcp-config <files-or-json...>', about: 'MCP servers on top of those of the files.' },
    { flags: '--agents-file', about: 'Let AGENTS.md count where the project has no CLAUDE.md.' },
    { flags: '--strict-mcp-config', about: 'Only the MCP servers of --mcp-config.' },
    { flags: '--settings <file-or-json>', about: 'Settings on top of those of the files.' },
    { flags: '--setting-sources <list>', about: 'Which files count: user,project,local.', parse: sources },
    {
      flags: '--profile <profile>',
      about: 'raider, or claude: quirks of the reference program included.',
      choices: ['raider', 'claude'],
      env: 'RAIDER_PROFILE',
    },
    { flags: '--trust', about: 'Trust the hooks and allow rules of this project for this run.' },
    { flags: '--no-project-hooks', about: 'Go on without the hooks of a project that is not trusted.' },
    {
      flags: '--bare',
      about: 'Leave hooks, memory files and skills out, and all built-in tools but Bash, Read and Edit.',
    },
    { flags: '--safe-mode', about: 'Leave out what user, project and plugins add; rules stay, and managed hooks.' },
    { flags: '--fail-closed', about: 'Let a hook that breaks refuse the call.' },
    {
      flags: '--strict',
      about: 'Refuse calls that the journal cannot record; fail a run in which a call missed its hooks.',
    },
    {
      flags: '--plugin-dir <dir>',
      about: 'Load a Claude Code plugin from this folder; may be repeated.',
      parse: repeated,
    },
    { flags: '--disable-slash-commands', about: 'Leave skills and slash commands out.' },
  ]),
  ...group('Limits', [
    { flags: '--max-turns <n>', about: 'Most replies of the model.', parse: count },
    { flags: '--max-budget-usd <usd>', about: 'Most dollars.', parse: amount },
    { flags: '--max-tokens <n>', about: 'Most tokens of all requests and replies.', parse: wholeNumber },
    { flags: '--max-time <seconds>', about: 'Most seconds.', parse: amount },
  ]),
]

/** Gives a subcommand flags of a session. */
export function addFlags(command: Command, names: readonly (keyof Flags)[]): void {
  for (const option of flagRows.map(optionOf))
    if (names.some((name) => name === option.attributeName())) command.addOption(option)
}

/** Flags of `claude` that Raider does not have; naming one is told apart from a typing error. */
export const missingFlags: readonly string[] = [
  '-w, --worktree [name]',
  '--resume-session-at <uuid>',
  '--fallback-model <models>',
  '--thinking <mode>',
  '--betas <names...>',
  '--exclude-dynamic-system-prompt-sections',
  '--json-schema <schema>',
  '--include-partial-messages',
  '--replay-user-messages',
  '--session-mirror',
  '--debug [filter]',
  '--debug-file <file>',
]

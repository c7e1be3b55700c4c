import type { Finding } from '@raider/contracts'

/** Variables of Claude Code, and of its settings, that Raider reads. */
export const readVariables: ReadonlySet<string> = new Set([
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_DEFAULT_FABLE_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'API_TIMEOUT_MS',
  'BASH_DEFAULT_TIMEOUT_MS',
  'BASH_MAX_OUTPUT_LENGTH',
  'BASH_MAX_TIMEOUT_MS',
  'CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR',
  'CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD',
  'CLAUDE_CODE_API_KEY_HELPER_TTL_MS',
  'CLAUDE_CODE_DISABLE_AUTO_MEMORY',
  'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS',
  'CLAUDE_CODE_DISABLE_CLAUDE_MDS',
  'CLAUDE_CODE_ENABLE_TASKS',
  'CLAUDE_CODE_ENABLE_TODO_TOOLS',
  'CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
  'CLAUDE_CODE_MAX_RETRIES',
  'CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH',
  'CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT',
  'CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS',
  'CLAUDE_CODE_PROJECT_DIR_NAME',
  'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
  'CLAUDE_CODE_SHELL_PREFIX',
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CODE_SKIP_PROMPT_HISTORY',
  'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  'CLAUDE_CODE_SUBAGENT_MODEL',
  'CLAUDE_CODE_SUBPROCESS_ENV_SCRUB',
  'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE',
  'CLAUDE_CODE_AUTO_COMPACT_WINDOW',
  'CLAUDE_CONFIG_DIR',
  'DISABLE_AUTO_COMPACT',
  'DISABLE_COMPACT',
  'MAX_MCP_OUTPUT_TOKENS',
  'MCP_CONNECTION_NONBLOCKING',
  'MCP_CONNECT_TIMEOUT_MS',
  'MCP_TIMEOUT',
  'MCP_TOOL_TIMEOUT',
  'RAIDER_PROFILE',
  'SLASH_COMMAND_TOOL_CHAR_BUDGET',
])

type Use = Pick<Finding, 'fate' | 'why' | 'remedy'>

/** Families of variables that Raider does not read; the first that fits counts. */
const families: readonly (readonly [names: RegExp, use: Use])[] = [
  [
    /^DISABLE_(TELEMETRY|ERROR_REPORTING|AUTOUPDATER|BUG_COMMAND|FEEDBACK_COMMAND|COST_WARNINGS|INSTALLATION_CHECKS|UPGRADE_COMMAND|GROWTHBOOK)$|^DO_NOT_TRACK$|^CLAUDE_CODE_DISABLE_(NONESSENTIAL_TRAFFIC|TERMINAL_TITLE|FEEDBACK_SURVEY)$/,
    { fate: 'honoured', why: 'Raider has nothing of the kind that it switches off' },
  ],
  [
    /^CLAUDE_CODE_(USE|SKIP)_(BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS)|^ANTHROPIC_(BEDROCK|VERTEX|FOUNDRY|AWS)_|^(CLOUD_ML_REGION|AWS_BEARER_TOKEN_BEDROCK|VERTEX_REGION_\w+)$/,
    {
      fate: 'ignored',
      why: 'Raider speaks to the Messages API only, not to the services of a cloud',
      remedy: 'Name a gateway that speaks it by ANTHROPIC_BASE_URL, or give the host an engine of your own.',
    },
  ],
  [
    /^OTEL_|^CLAUDE_CODE_(ENABLE_TELEMETRY|OTEL_\w+)$/,
    { fate: 'ignored', why: 'Raider sends no telemetry; the journal keeps what happened' },
  ],
  [
    /^(HTTPS?|ALL|NO)_PROXY$/i,
    { fate: 'ignored', why: 'commands and servers get it, but requests to the model go out directly' },
  ],
  [
    /^CLAUDECODE$|^CLAUDE_(PID|EFFORT|PROJECT_DIR|ENV_FILE)$|^CLAUDE_CODE_(ENTRYPOINT|SESSION_ID|CHILD_SESSION|EXECPATH|SSE_PORT)$|^AI_AGENT$/,
    { fate: 'ignored', why: 'a session around this one set it; every session sets its own' },
  ],
  [
    new RegExp(
      [
        '^(ANTHROPIC|CLAUDE_CODE|RAIDER)_',
        '^CLAUDE_(AGENT_SDK|ASYNC|AUTO_BACKGROUND|AUTOCOMPACT|BASH|ENABLE_STREAM|SECURESTORAGE|STREAM|TMPDIR)',
        '^DISABLE_(UPDATES|\\w+_COMMAND|PROMPT_CACHING|INTERLEAVED_THINKING|MICROCOMPACT|NON_ESSENTIAL)',
        '^ENABLE_(TOOL_SEARCH|PROMPT_CACHING|CLAUDEAI_MCP|ENHANCED_TELEMETRY|BETA_TRACING|LSP_TOOL)',
        '^MCP_(CLIENT_SECRET|OAUTH|XAA|(REMOTE_)?SERVER_CONNECTION_BATCH_SIZE)',
        '^(MAX_(THINKING_TOKENS|STRUCTURED_OUTPUT)|TASK_MAX_OUTPUT|FORCE_(AUTOUPDATE|PROMPT_CACHING)|USE_BUILTIN_RIPGREP$)',
      ].join('|'),
    ),
    { fate: 'ignored', why: 'Raider does not read it' },
  ],
]

/** What becomes of a variable that Raider does not read; undefined where it is not about an agent at all. */
export const variableUse = (name: string): Use | undefined => families.find(([names]) => names.test(name))?.[1]

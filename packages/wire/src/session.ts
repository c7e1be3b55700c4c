import { referenceVersion, type ServerState } from '@raider/contracts'
import { isRoot, type Translate } from './desk.js'
import { childStart } from './child.js'
import { listedName } from './tool-name.js'

/** Takes a session into the roster; the first one gives all frames its id. */
export const sessionOpen: Translate<'session-open'> = (event, { roster }) => {
  const { cwd, tools, model, mode, source, parent, child, agents = [], equipment } = event
  if (parent === undefined) roster.root = event.session
  const parentAgent = parent !== undefined && parent.session !== roster.root ? parent.session : undefined
  roster.threads.set(event.session, {
    cwd,
    tools,
    servers: new Map(),
    model,
    mode,
    source,
    agents,
    startedAt: Date.parse(event.time),
    parentCall: parent?.call ?? null,
    progress: { calls: 0, tokens: 0 },
    ...(child !== undefined && { child }),
    ...(equipment !== undefined && { equipment }),
    ...(parentAgent !== undefined && { parentAgent }),
  })
  return []
}

/** Takes a session out of the roster. */
export const sessionClose: Translate<'session-close'> = (event, { roster }) => {
  roster.threads.delete(event.session)
  return []
}

/** Later `init` frames tell how the server stands now. */
export const serverChange: Translate<'server-change'> = (event, { roster }) => {
  roster.threads.get(event.session)?.servers.set(event.name, event)
  return []
}

/** Later `init` frames name the new tools. */
export const toolsChange: Translate<'tools-change'> = (event, { roster }) => {
  const thread = roster.threads.get(event.session)
  if (thread !== undefined) thread.tools = event.tools
  return []
}

/** Commands that stand for the prompts of servers. */
const serverCommands = (all: ReadonlyMap<string, ServerState>): readonly string[] =>
  [...all.values()].flatMap(({ commands = [] }) => commands)

/** MCP servers; those whose entry cannot be used are errors of the configuration. */
const servers = (all: ReadonlyMap<string, ServerState>) => {
  const invalid = [...all.values()].filter(({ status }) => status === 'invalid')
  return {
    mcp_servers: [...all.values()]
      .filter((state) => !invalid.includes(state))
      .map(({ name, status, source }) => ({ name, status, source })),
    ...(invalid.length > 0 && {
      mcp_server_errors: invalid.map(({ name, error = '' }) => ({ name, type: 'invalid_config', message: error })),
    }),
  }
}

/** The `init` frame, or those by which a subagent begins. */
export const runStart: Translate<'run-start'> = (event, desk) => {
  const thread = desk.roster.threads.get(event.session)
  if (thread === undefined) return []
  if (!isRoot(event, desk)) return childStart(event, desk)
  const errors = thread.equipment?.bundleErrors ?? []
  return [
    {
      type: 'system',
      subtype: 'init',
      cwd: thread.cwd,
      tools: thread.tools.map(listedName),
      ...servers(thread.servers),
      model: thread.model,
      permissionMode: thread.mode,
      slash_commands: [...(thread.equipment?.commands ?? []), ...serverCommands(thread.servers)],
      apiKeySource: desk.options.apiKeySource,
      claude_code_version: referenceVersion,
      output_style: thread.equipment?.outputStyle ?? 'default',
      agents: thread.agents,
      skills: thread.equipment?.skills ?? [],
      plugins: thread.equipment?.bundles ?? [],
      ...(errors.length > 0 && { plugin_errors: errors }),
      raider_version: desk.options.version,
    },
  ]
}

/** Text for the user. */
export const notice: Translate<'notice'> = (event) => [
  { type: 'system', subtype: 'informational', content: event.text, level: event.level },
]

/** A changed mode, of the main thread only. */
export const modeChange: Translate<'mode-change'> = (event, desk) => {
  const thread = desk.roster.threads.get(event.session)
  if (thread !== undefined) thread.mode = event.mode
  return isRoot(event, desk) ? [{ type: 'system', subtype: 'status', status: null, permissionMode: event.mode }] : []
}

/** A changed model, told as the command that changes it in a chat would (Claude Code 2.1.332, seen). */
export const modelChange: Translate<'model-change'> = (event, desk) => {
  const thread = desk.roster.threads.get(event.session)
  if (thread !== undefined) thread.model = event.model
  const content = `<local-command-stdout>Set model to \`${event.model}\`</local-command-stdout>`
  return [{ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, timestamp: event.time }]
}

/** Later `init` frames name the new folder. */
export const cwdChange: Translate<'cwd-change'> = (event, { roster }) => {
  const thread = roster.threads.get(event.session)
  if (thread !== undefined) thread.cwd = event.to
  return []
}

/** Hosts may show it in place of the first prompt. */
export const titleChange: Translate<'title-change'> = (event, desk) =>
  isRoot(event, desk) ? [{ type: 'system', subtype: 'session_title_changed', title: event.title }] : []

/** Hosts may leave out what was shown before. */
export const compaction: Translate<'compaction'> = (event, desk) => {
  if (!isRoot(event, desk)) return []
  const { trigger, tokensBefore, durationMs, messages, time } = event
  // It counts as one of the messages of the user (seen).
  desk.facts.toolResults += 1
  const metadata = { trigger, ...(tokensBefore !== undefined && { pre_tokens: tokensBefore }), duration_ms: durationMs }
  const message = { role: 'user', content: messages[0]?.content ?? [] }
  return [
    { type: 'system', subtype: 'compact_boundary', compact_metadata: metadata },
    { type: 'user', message, parent_tool_use_id: null, timestamp: time, isSynthetic: true },
  ]
}

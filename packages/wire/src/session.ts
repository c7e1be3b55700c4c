import { isRoot, type Translate } from './desk.js'
import { protocolVersion } from './frame.js'

/** Takes a session into the roster; the first one gives all frames its id. */
export const sessionOpen: Translate<'session-open'> = (event, { roster }) => {
  if (event.parent === undefined) roster.root = event.session
  const { cwd, tools, model, mode, source } = event
  roster.threads.set(event.session, { cwd, tools, model, mode, source, parentCall: event.parent?.call ?? null })
  return []
}

/** Takes a session out of the roster. */
export const sessionClose: Translate<'session-close'> = (event, { roster }) => {
  roster.threads.delete(event.session)
  return []
}

/** The `init` frame; subagents have none. */
export const runStart: Translate<'run-start'> = (event, desk) => {
  const thread = desk.roster.threads.get(event.session)
  if (thread === undefined || !isRoot(event, desk)) return []
  return [
    {
      type: 'system',
      subtype: 'init',
      cwd: thread.cwd,
      tools: thread.tools,
      mcp_servers: [],
      model: thread.model,
      permissionMode: thread.mode,
      slash_commands: [],
      apiKeySource: desk.options.apiKeySource,
      claude_code_version: protocolVersion,
      output_style: 'default',
      agents: [],
      skills: [],
      plugins: [],
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

/** Later `init` frames name the new folder. */
export const cwdChange: Translate<'cwd-change'> = (event, { roster }) => {
  const thread = roster.threads.get(event.session)
  if (thread !== undefined) thread.cwd = event.to
  return []
}

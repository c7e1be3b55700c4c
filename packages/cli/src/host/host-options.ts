import { randomUUID } from 'node:crypto'
import {
  isObject,
  profiles,
  type CanUseTool,
  type HookFunctions,
  type HookFunctionGroup,
  type HostLine,
  type JsonObject,
  type RaiderOptions,
} from 'raider'
import type { HostServer } from './host-server.js'

/** What the first request of a host adds to the options of its session. */
export function hostOptions(
  request: JsonObject,
  line: HostLine,
  servers: ReadonlyMap<string, HostServer>,
  { profile = 'raider' }: Pick<RaiderOptions, 'profile'>,
): RaiderOptions {
  const { systemPrompt, appendSystemPrompt, agents, hooks } = request
  // In the reference program the session has begun before the host is heard, and the host has gone when it ends (seen).
  const told = profiles[profile].hostSessionHooks === 'delivered' ? [] : ['SessionStart', 'SessionEnd']
  return {
    ...(isObject(hooks) && { hooks: hookFunctions(hooks, told, line) }),
    ...(servers.size > 0 && {
      mcpServers: Object.fromEntries([...servers].map(([name, server]) => [name, server.entry])),
    }),
    ...(isTexts(systemPrompt) && { systemPrompt: systemPrompt.join('\n\n') }),
    ...(typeof appendSystemPrompt === 'string' && { appendSystemPrompt }),
    ...(isObject(agents) && { agents: JSON.stringify(agents) }),
  }
}

/** Names of the MCP servers that live in the host: its first request names them, or the flag `--mcp-config`. */
export function hostServers(request: JsonObject, mcpConfigs: readonly string[] = []): readonly string[] {
  const declared = mcpConfigs.flatMap((config) => Object.entries(serversIn(config)))
  const named = declared.flatMap(([name, entry]) => (isObject(entry) && entry.type === 'sdk' ? [name] : []))
  return [...new Set([...(isTexts(request.sdkMcpServers) ? request.sdkMcpServers : []), ...named])]
}

const serversIn = (config: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(config)
    return isObject(value) && isObject(value.mcpServers) ? value.mcpServers : {}
  } catch {
    return {} // A path: servers of the host are not declared in files.
  }
}

/** Asks the host for permission where rules and mode leave a call open. */
export const askingHost =
  (line: HostLine): CanUseTool =>
  async (name, input, { toolUseId, title, reason, suggestions, blockedPath, agentId, signal }) =>
    (await line.ask(
      {
        subtype: 'can_use_tool',
        tool_name: name,
        display_name: name,
        input,
        description: title,
        permission_suggestions: suggestions,
        ...(blockedPath !== undefined && { blocked_path: blockedPath }),
        decision_reason: reason,
        tool_use_id: toolUseId,
        ...(agentId !== undefined && { agent_id: agentId }),
      },
      signal,
    )) as unknown as Awaited<ReturnType<CanUseTool>>

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Functions for the callbacks of the host, without those of `untold` events. */
const hookFunctions = (hooks: JsonObject, untold: readonly string[], line: HostLine): HookFunctions =>
  Object.fromEntries(
    Object.entries(hooks)
      .filter(([event]) => !untold.includes(event))
      .map(([event, groups]) => [event, (Array.isArray(groups) ? groups : []).filter(isObject).map(groupOf(line))]),
  )

const groupOf =
  (line: HostLine) =>
  ({ matcher, hookCallbackIds, timeout, onFailure }: JsonObject): HookFunctionGroup => ({
    ...(typeof matcher === 'string' && { matcher }),
    ...(typeof timeout === 'number' && { timeout }),
    ...(onFailure === 'block' && { onFailure }),
    hooks: (isTexts(hookCallbackIds) ? hookCallbackIds : []).map(
      (callback) =>
        (input, toolUseId, { signal }) =>
          line.ask(
            { subtype: 'hook_callback', callback_id: callback, input, tool_use_id: toolUseId ?? ownId(input) },
            signal,
          ),
    ),
  })

/** Events about no single call get an id of their own (seen). */
const ownId = ({ hook_event_name: event }: JsonObject): string =>
  `${event === 'PostToolBatch' ? 'hook-' : ''}${randomUUID()}`

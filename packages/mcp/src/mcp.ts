import {
  RaiderError,
  type Ask,
  type CallServer,
  type Commands,
  type Elicit,
  type Permit,
  type Plugin,
  type PluginSteps,
  type ServerState,
  type SessionScope,
  type Tool,
  type ToolState,
} from '@raider/contracts'
import type { DeclaredServer } from './declaration.js'
import { createAdmission } from './admission.js'
import { createElicitation } from './elicitation.js'
import { askByTool } from './permission-tool.js'
import { listPrompts, promptCommands, type PromptFacts } from './prompt-command.js'
import { ServerSet } from './server-set.js'

/** Options of {@link createMcp}. */
export interface McpOptions {
  /** The servers of the session, one of each name. */
  readonly servers: readonly DeclaredServer[]
  readonly state: ToolState
  /** Rules and mode of the session. */
  readonly permit: Permit
  /** Asked where a server asks something of the user and no plugin answers; without it such questions are cancelled. */
  readonly elicit?: Elicit
  /** A tool of a server that answers permission questions, such as `mcp__desk__approve`. The model is not offered it. */
  readonly permissionTool?: string
  /** Id of the subagent that the servers belong to. By default they belong to the first session, and its subagents use them too. */
  readonly owner?: string
}

/** The MCP servers of one session. */
export interface Mcp {
  /** Starts the servers with the session and ends them with it. Belongs last into the chain, so that hooks may call servers to the end. */
  readonly plugin: Plugin
  /** Prompts of the servers as commands. */
  readonly commands: Commands
  /** Puts permission questions to `permissionTool`. */
  readonly ask?: Ask
  readonly call: CallServer
  /** Tools as they are now. */
  tools(): readonly Tool[]
  states(): readonly ServerState[]
  /** The prompts that may be typed as commands. */
  prompts(): readonly PromptFacts[]
}

/** Makes tools, commands and a plugin of MCP servers. Nothing is started before the session is made. */
export const createMcp = (options: McpOptions): Mcp => {
  const { permissionTool, owner } = options
  let set: ServerSet | undefined
  const call: CallServer = async (request, signal) => {
    if (set === undefined) throw new Error('no MCP server runs yet')
    return set.call(request, signal)
  }
  const ask: Ask = async (request, signal) => {
    const tool = permissionTool === undefined ? undefined : set?.locate(permissionTool)
    if (tool === undefined) throw new Error(`the permission prompt tool ${permissionTool} is not there any more`)
    return askByTool(call, tool)(request, signal)
  }
  const create = async (session: SessionScope): Promise<PluginSteps> => {
    // The chain is handed on to subagents, which use these servers without starting them again.
    if (session.agent?.id !== owner) return {}
    const opened = open(options, session)
    set = opened.set
    if (permissionTool !== undefined) await requireTool(opened.set, permissionTool, session.signal)
    return opened.steps
  }
  return {
    plugin: { name: owner === undefined ? 'mcp' : `mcp of ${owner}`, create },
    commands: { find: async (prompt, scope) => promptCommands(set?.connections ?? []).find(prompt, scope) },
    ...(permissionTool !== undefined && { ask }),
    call,
    tools: () => {
      const tools = set?.tools() ?? []
      return permissionTool === undefined ? tools : tools.filter((tool) => tool.name !== permissionTool)
    },
    states: () => set?.states() ?? [],
    prompts: () => listPrompts(set?.connections ?? []),
  }
}

/** Starts the servers of a session, and makes the steps that go with them. */
function open(
  { servers, state, permit, elicit }: McpOptions,
  session: SessionScope,
): { readonly set: ServerSet; readonly steps: PluginSteps } {
  let isOpen = false
  const tell = async (changed: ServerState): Promise<void> => {
    await session.emit({ type: 'server-change', ...changed })
    if (changed.error === undefined) return
    const text = `MCP server "${changed.name}" is not there: ${changed.error}`
    await session.emit({ type: 'notice', level: 'warning', text, source: { kind: 'plugin', name: 'mcp' } })
  }
  const set = new ServerSet(servers, {
    session,
    state,
    permit,
    admit: createAdmission(session.settings, session.env),
    elicitation: createElicitation(elicit),
    // Before the session is open there is nobody to be told; its opening tells how all of them stand.
    onChange: (changed) => (isOpen ? void tell(changed) : undefined),
  })
  const steps: PluginSteps = {
    async open(opening, scope) {
      await set.settled(scope.signal)
      isOpen = true
      for (const one of set.states()) await tell(one)
      return { ...opening, notes: [...opening.notes, ...set.takeInstructions()] }
    },
    pending: () => set.takeInstructions(),
    close: () => set.close(),
  }
  return { set, steps }
}

async function requireTool(set: ServerSet, name: string, signal: AbortSignal): Promise<void> {
  await set.settled(signal)
  if (set.locate(name) !== undefined) return
  await set.close()
  const there = set.tools().flatMap((tool) => (tool.origin === 'mcp' ? tool.name : []))
  throw new RaiderError(
    'bad-option',
    `The permission prompt tool ${name} is no tool of a connected MCP server. There are: ${there.join(', ') || 'none'}.`,
  )
}

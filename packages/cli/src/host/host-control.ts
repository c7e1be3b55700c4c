import {
  isObject,
  permissionModes,
  referenceVersion,
  type HostLine,
  type HostMessage,
  type RaiderEvent,
  type Run,
  type Session,
} from 'raider'
import type { HostServer } from './host-server.js'

/** What requests of a host may act on. */
export interface Control {
  readonly line: HostLine
  readonly session: Session
  readonly servers: ReadonlyMap<string, HostServer>
  /** The run that goes on, if any. */
  readonly run: () => Run | undefined
  readonly facts: SessionFacts
}

/** What a host may ask about a session, gathered from its events. */
export class SessionFacts {
  readonly #servers = new Map<string, object>()
  #commands: readonly string[] = []
  #agents: readonly string[] = []
  #outputStyle = 'default'

  /** Takes an event in. */
  hear(event: RaiderEvent): void {
    if (event.type === 'server-change') {
      const { name, status, source } = event
      this.#servers.set(name, { name, status, scope: source })
    }
    if (event.type !== 'session-open' || event.parent !== undefined) return
    this.#commands = event.equipment?.commands ?? []
    this.#agents = event.agents ?? []
    this.#outputStyle = event.equipment?.outputStyle ?? 'default'
  }

  /** The answer to `initialize`. */
  welcome(session: Session): object {
    return {
      commands: this.#commands.map((name) => ({ name, description: '', argumentHint: '' })),
      agents: this.#agents.map((name) => ({ name, description: '' })),
      output_style: this.#outputStyle,
      available_output_styles: [this.#outputStyle],
      models: [],
      account: {},
      pid: process.pid,
      claude_code_version: referenceVersion,
      current_permission_mode: session.mode(),
    }
  }

  servers(): readonly object[] {
    return [...this.#servers.values()]
  }
}

type Request = Extract<HostMessage, { readonly kind: 'request' }>

/** Does what a host asks for, and answers. Requests that Raider does not know are refused. */
export async function control({ id, subtype, request }: Request, parts: Control): Promise<void> {
  const { line, session, servers, facts } = parts
  switch (subtype) {
    case 'initialize':
      return line.answer(id, { ...facts.welcome(session) })
    case 'interrupt':
      parts.run()?.cancel({ by: 'user', reason: 'the host interrupted it' })
      return line.answer(id, { still_queued: [] })
    case 'set_permission_mode': {
      const mode = permissionModes.find((name) => name === request.mode)
      if (mode === undefined) return line.refuse(id, `There is no mode ${String(request.mode)}`, 'invalid_mode')
      await session.setMode(mode)
      return line.answer(id, { mode: session.mode() })
    }
    case 'set_model': {
      const model = typeof request.model === 'string' ? request.model : undefined
      const refusal = await session.setModel(model)
      if (refusal !== undefined) return line.refuse(id, `A hook refused the model: ${refusal}`, 'blocked_by_hook')
      return line.answer(id, { model: model ?? null })
    }
    case 'mcp_status':
      return line.answer(id, { mcpServers: facts.servers() })
    case 'mcp_message': {
      const { server_name: name, message } = request
      if (isObject(message)) await servers.get(String(name))?.hear(message)
      return line.answer(id, {})
    }
    default:
      return line.refuse(id, `Unsupported control request subtype: ${subtype}`, 'unsupported_request')
  }
}

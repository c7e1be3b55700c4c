import type { CallScope, JsonObject, Tool } from '@raider/contracts'
import { startInBackground, type AgentToolOptions } from './agent-tool.js'
import type { Member } from './roll.js'

interface MessageInput {
  readonly to: string
  readonly message: string
}

/** `tool_response` of SendMessage (Claude Code 2.1.332, seen). */
interface MessageOutput {
  readonly success: boolean
  readonly message: string
  /** The agent that works again for it. */
  readonly resumedAgentId?: string
}

/** What SendMessage works with. */
interface MessageOptions extends AgentToolOptions {
  /** Are conversations of subagents kept, so that they can go on? */
  readonly keepsConversations: boolean
  /** Finds a subagent of the session before it was resumed, by its id or its name. */
  readonly recall: (to: string) => Promise<Member | undefined>
}

/** The SendMessage tool: speaks to a subagent that works, and lets one go on that had ended. */
export const createSendMessage = (options: MessageOptions): Tool => ({
  name: 'SendMessage',
  origin: 'built-in',
  description:
    'Speaks to an agent that was started in this session. One that works is told before its next step; one that has ended goes on with ' +
    'the message in the background, knowing all it knew, and you are told when it ends again. An agent may speak to "main", the main ' +
    'conversation.',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'Name or id of the agent, or "main"' },
      message: { type: 'string', description: 'The message' },
      summary: { type: 'string', description: 'The message in five to ten words, for the user' },
    },
    required: ['to', 'message'],
  },
  normalize: canonical,
  check: ({ to, message }) =>
    to === '' || message === '' ? { message: 'A message needs words, and somebody to get them.' } : undefined,
  parallel: () => false,
  run: (input, scope) => send(input as unknown as MessageInput, scope, options),
})

/** With the fields that hooks of Claude Code find (2.1.332, seen). */
const canonical = (input: JsonObject): JsonObject => {
  const { to, message, summary = message } = input
  return { to, summary, message, type: 'message', recipient: to, recipient_kind: 'name', content: message }
}

const send = async (
  { to, message }: MessageInput,
  scope: CallScope,
  options: MessageOptions,
): Promise<MessageOutput> => {
  if (to === 'main') return tellMain(message, scope)
  const member = options.roll.find(to) ?? (await options.recall(to))
  if (member === undefined)
    return {
      success: false,
      message: `There is no agent "${to}" in this session; agents are called by their names or ids.`,
    }
  if (options.roll.isWorking(member.id)) {
    const isHeard = scope.tasks.tell(member.id, letter(senderOf(scope), message))
    if (isHeard) return { success: true, message: `${to} works; it is told before its next step.` }
  }
  return goOn(member, to, message, scope, options)
}

const tellMain = (message: string, scope: CallScope): MessageOutput => {
  if (scope.agent === undefined) return { success: false, message: 'You are the main conversation yourself.' }
  scope.tasks.tell(scope.session, letter(senderOf(scope), message))
  return { success: true, message: 'The main conversation is told before its next step.' }
}

const goOn = async (
  { id, agent, description, name, worktree }: Member,
  to: string,
  message: string,
  scope: CallScope,
  options: MessageOptions,
): Promise<MessageOutput> => {
  if (!options.keepsConversations)
    return {
      success: false,
      message: `${to} has ended, and conversations are not kept in this session. Start a new agent.`,
    }
  const task = {
    id,
    agent,
    description,
    prompt: message,
    background: true,
    resumes: true,
    ...(name !== undefined && { name }),
    ...(worktree !== undefined && { worktree }),
  }
  await startInBackground(task, scope, options)
  return { success: true, message: `${to} goes on with the message.`, resumedAgentId: id }
}

const senderOf = ({ agent }: CallScope): string => (agent === undefined ? 'main' : `${agent.type} (${agent.id})`)

/** A message as its reader gets it. What is in it cannot end it. */
const letter = (from: string, message: string): string =>
  `<agent-message from="${from}">\n${message.replaceAll('</agent-message', '<\\/agent-message')}\n</agent-message>`

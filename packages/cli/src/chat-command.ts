import { permissionModes, type Awaitable, type Session } from 'raider'

/** What a line that begins with `/` does. */
interface ChatCommand {
  readonly name: string
  readonly usage: string
  readonly about: string
  /** Returns the text to show, or what is to be done; `prompt`: the session knows the command. */
  readonly run: (
    argument: string,
    session: Session,
  ) => Awaitable<{ readonly text: string } | 'leave' | 'clear' | 'prompt'>
}

/** The commands of the chat. */
const chatCommands: readonly ChatCommand[] = [
  {
    name: 'help',
    usage: '/help',
    about: 'Show these commands.',
    run: (_, session) => ({ text: helpOf(session.commandNames()) }),
  },
  {
    name: 'mode',
    usage: '/mode [mode]',
    about: 'Show or change how calls are decided that no rule covers.',
    run: async (argument, session) => ({ text: await changeMode(argument, session) }),
  },
  {
    name: 'tools',
    usage: '/tools',
    about: 'Show what the model may call.',
    run: (_, session) => ({
      text: session
        .offers()
        .map(({ name }) => name)
        .join(', '),
    }),
  },
  {
    name: 'compact',
    usage: '/compact [wish]',
    about: 'Put a summary in the place of the conversation.',
    run: () => 'prompt',
  },
  { name: 'clear', usage: '/clear', about: 'Begin a new conversation.', run: () => 'clear' },
  { name: 'exit', usage: '/exit', about: 'Leave; Ctrl-D does the same.', run: () => 'leave' },
]

function helpOf(names: readonly string[]): string {
  const lines = chatCommands.map(({ usage, about }) => `${usage.padEnd(16)} ${about}`)
  return [...lines, ...(names.length > 0 ? [`Yours: ${names.map((name) => `/${name}`).join(' ')}`] : [])].join('\n')
}

async function changeMode(argument: string, session: Session): Promise<string> {
  if (argument === '') return `mode ${session.mode()}; there are ${permissionModes.join(', ')}`
  const mode = permissionModes.find((name) => name.toLowerCase() === argument.toLowerCase())
  if (mode === undefined) return `there is no mode ${argument}; there are ${permissionModes.join(', ')}`
  await session.setMode(mode)
  return `mode ${mode}`
}

/** The command a line names; undefined for a prompt, and for commands that only the session may know. */
export function findChatCommand(
  line: string,
): { readonly command: ChatCommand; readonly argument: string } | undefined {
  const match = /^\/(\S+)\s*(.*)$/s.exec(line)
  if (match === null) return undefined
  const [, name = '', argument = ''] = match
  const command = chatCommands.find((candidate) => candidate.name === name)
  return command === undefined ? undefined : { command, argument: argument.trim() }
}

import type { Terminal } from './terminal.js'

/** Runs a subcommand with its arguments; resolves with the exit code. */
type RunCommand = (args: readonly string[], terminal: Terminal) => Promise<number>

/** One subcommand; its code is loaded when it is asked for. */
interface CommandRow {
  readonly name: string
  readonly usage: string
  readonly about: string
  readonly load: () => Promise<RunCommand>
}

/** The subcommands. They count as such in the first place only, so that `raider -p demo` is a prompt. */
export const commands: readonly CommandRow[] = [
  {
    name: 'demo',
    usage: 'demo',
    about: 'Watch a scripted model work with real tools and real hooks; needs no key.',
    load: async () => (await import('./demo-command.js')).demoCommand,
  },
  {
    name: 'doctor',
    usage: 'doctor',
    about: 'What of your whole setup counts, what not, and why; runs none of it; --all, --json.',
    load: async () => (await import('./doctor-command.js')).doctorCommand,
  },
  {
    name: 'trust',
    usage: 'trust [dir]',
    about: 'Trust the hooks and allow rules of a project; --list, --revoke.',
    load: async () => (await import('./trust-command.js')).trustCommand,
  },
  {
    name: 'permissions',
    usage: 'permissions explain|lint',
    about: 'Who decides over a call, part by part; which rules do not do what they seem to; --json.',
    load: async () => (await import('./permissions-command.js')).permissionsCommand,
  },
  {
    name: 'hooks',
    usage: 'hooks list|test|check',
    about: 'Every hook with its place and whether it runs; what they say to an event; try all guards; --json.',
    load: async () => (await import('./hooks-command.js')).hooksCommand,
  },
  {
    name: 'memory',
    usage: 'memory report [session]',
    about: 'Which memory files a session had, by which touch, and which it had not, and why; --json.',
    load: async () => (await import('./memory-command.js')).memoryCommand,
  },
  {
    name: 'sessions',
    usage: 'sessions list|show <id>',
    about: 'What earlier sessions did, from their journals; --json.',
    load: async () => (await import('./sessions-command.js')).sessionsCommand,
  },
]

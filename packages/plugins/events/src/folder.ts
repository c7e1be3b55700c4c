import { dirname, join } from 'node:path'
import type { SessionScope } from '@raider/contracts'

/** Folder of all journals of a user: `<home>/.raider/journals`. */
export const journalsDir = (homeDir: string): string => join(homeDir, '.raider', 'journals')

/** Folder of the journals of one project; named after its path, as Claude Code names its transcript folders. */
const projectJournalsDir = (homeDir: string, projectDir: string): string =>
  join(journalsDir(homeDir), projectDir.replaceAll(/[^A-Za-z0-9]/g, '-'))

/** Where a session's journal lies: `<session>.jsonl`, or `<session>.agent-<id>.jsonl` for a subagent's. */
export function journalFile(session: SessionScope, dir?: string): string {
  const name = session.agent ? `${session.session}.agent-${session.agent.id}` : session.session
  const homeDir = session.env['HOME'] ?? dirname(session.configDir)
  return join(dir ?? projectJournalsDir(homeDir, session.projectDir), `${name.replaceAll(/[^\w.-]/g, '-')}.jsonl`)
}

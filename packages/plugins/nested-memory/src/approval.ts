import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@raider/contracts'
import type { SessionScope } from '@raider/contracts'

/**
 * Did the user allow this project's memory files to import from outside? Claude Code keeps the answer in its state file,
 * as `projects["<path>"].hasClaudeMdExternalIncludesApproved` (2.1.332, seen). No readable file means no.
 */
export async function isOutsideApproved(session: SessionScope): Promise<boolean> {
  try {
    const state: unknown = JSON.parse(await readFile(stateFile(session), 'utf8'))
    const projects = isObject(state) ? state['projects'] : undefined
    const project = isObject(projects) ? projects[session.projectDir] : undefined
    return isObject(project) && project['hasClaudeMdExternalIncludesApproved'] === true
  } catch {
    // A missing or broken state file holds no approval.
    return false
  }
}

/** The state file lies in CLAUDE_CONFIG_DIR where that is set, else beside `~/.claude`. */
const stateFile = ({ env, configDir }: SessionScope): string =>
  join(env['CLAUDE_CONFIG_DIR'] ? configDir : dirname(configDir), '.claude.json')

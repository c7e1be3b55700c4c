import { dirname, join } from 'node:path'
import { isObject, type SessionScope } from '@raider/contracts'
import { readText } from '@raider/disk'

/**
 * Did the user allow this project's memory files to import from outside? Claude Code keeps the answer in its state file,
 * as `projects["<path>"].hasClaudeMdExternalIncludesApproved` (2.1.332, seen). No readable file means no.
 */
export async function isOutsideApproved(
  session: Pick<SessionScope, 'projectDir' | 'env' | 'configDir'>,
): Promise<boolean> {
  const found = await readText(stateFile(session))
  try {
    const state: unknown = found.is === 'text' ? JSON.parse(found.text) : undefined
    const projects = isObject(state) ? state['projects'] : undefined
    const project = isObject(projects) ? projects[session.projectDir] : undefined
    return isObject(project) && project['hasClaudeMdExternalIncludesApproved'] === true
  } catch {
    // A broken state file holds no approval.
    return false
  }
}

/** The state file lies in CLAUDE_CONFIG_DIR where that is set, else beside `~/.claude`. */
const stateFile = ({ env, configDir }: Pick<SessionScope, 'env' | 'configDir'>): string =>
  join(env['CLAUDE_CONFIG_DIR'] ? configDir : dirname(configDir), '.claude.json')

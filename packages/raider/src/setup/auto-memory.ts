import { isAbsolute, join, resolve } from 'node:path'
import { projectPlaces, type LoadedSettings } from '@raider/settings'
import { gitRoot, readText } from '@raider/disk'

/** What decides over the notes that a model keeps for later sessions. */
interface AutoMemoryFacts {
  readonly settings: Pick<LoadedSettings, 'merged' | 'layers' | 'trust'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectDir: string
  readonly homeDir: string
}

/** Are such notes kept at all? `autoMemoryEnabled`, CLAUDE_CODE_DISABLE_AUTO_MEMORY (Claude Code 2.1.332, seen). */
export const keepsNotes = ({ settings, env }: Pick<AutoMemoryFacts, 'settings' | 'env'>): boolean =>
  settings.merged.autoMemoryEnabled !== false && !['1', 'true'].includes(env.CLAUDE_CODE_DISABLE_AUTO_MEMORY ?? '')

/**
 * The folder of the notes: `autoMemoryDirectory`, else beside the transcripts of the repository, which all its worktrees share.
 */
export async function autoMemoryDir(facts: AutoMemoryFacts): Promise<string> {
  const { homeDir, env, projectDir } = facts
  const wanted = wantedDir(facts)
  if (wanted !== undefined) return wanted
  const root = (await mainRoot(projectDir)) ?? projectDir
  return join(projectPlaces({ projectDir: root, homeDir, env }).transcriptsDir, 'memory')
}

/** A folder that files are written to without a question: a project that was not trusted names none, in any profile. */
function wantedDir({ settings: { merged, layers, trust }, homeDir }: AutoMemoryFacts): string | undefined {
  const wanted = merged.autoMemoryDirectory
  const isForeign = layers.some(
    ({ name, value }) => (name === 'project' || name === 'local') && value.autoMemoryDirectory === wanted,
  )
  if (typeof wanted !== 'string' || (isForeign && !trust.trusted)) return undefined
  if (wanted.startsWith('~/')) return join(homeDir, wanted.slice(2))
  return isAbsolute(wanted) ? resolve(wanted) : undefined
}

/** The root of the repository; of a linked worktree that of its main one. */
async function mainRoot(dir: string): Promise<string | undefined> {
  const root = await gitRoot(dir)
  if (root === undefined) return undefined
  // In the main worktree `.git` is a folder.
  const link = await readText(join(root, '.git'))
  const main = link.is === 'text' ? /^gitdir: (.+)\/\.git\/worktrees\/[^/\n]+\s*$/.exec(link.text)?.[1] : undefined
  return main ?? root
}

/** What the model is told of the folder. */
export const autoMemoryNote = (dir: string): string =>
  `You may keep notes for later sessions on this project in ${dir}: what the user prefers and corrects, and what you found out that ` +
  'nobody could read off the files. One note a file, and in MEMORY.md one line on each: only the start of MEMORY.md is shown to you. ' +
  'Take out what turns out wrong. Note no secrets, and nothing that the project itself says.'

import { dirname } from 'node:path'
import {
  isObject,
  settingsSources,
  SparseSet,
  type SessionScope,
  type Settings,
  type SettingsSource,
} from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { isOutsideApproved } from './approval.js'
import { createExclusion } from './exclusion.js'
import { Loader } from './loader.js'
import type { MemoryFile } from './memory.js'
import { Shelf } from './shelf.js'

/** Which memory files count. */
export interface NestedMemoryOptions {
  /** Settings sources whose memory files count; default all. */
  readonly sources?: readonly SettingsSource[]
  /** Folder of the organisation's CLAUDE.md and `.claude/rules`, such as `/etc/claude-code`; none where absent. */
  readonly managedDir?: string
  /** Folders beside the project; their own files count where CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD is `1`. */
  readonly additionalDirectories?: readonly string[]
  /** May the project's files import from outside the project? Default: what Claude Code's state file says. */
  readonly importsFromOutside?: boolean
  /** Does AGENTS.md count in a project without CLAUDE.md? Default: what the profile says. */
  readonly agentsFile?: boolean
  /** Folder of the notes that the model keeps between sessions; none where absent. */
  readonly autoMemoryDir?: string
}

/** The user's home folder. */
export const homeOf = ({ env, configDir }: Pick<SessionScope, 'env' | 'configDir'>): string =>
  env['HOME'] ?? dirname(configDir)

/** What memory files depend on in a session. */
export type MemoryScope = Pick<SessionScope, 'projectDir' | 'configDir' | 'profile' | 'settings' | 'env' | 'emit'>

/** The shelf of a session; what is left out is told as notices with the file as their source. `onDeadImport`: see `Loader`. */
export async function createShelf(
  session: MemoryScope,
  options: NestedMemoryOptions,
  onDeadImport?: (path: string, parent: string) => void,
): Promise<Shelf> {
  const { projectDir, configDir, profile, settings } = session
  const { sources = settingsSources, managedDir, importsFromOutside } = options

  const told = new SparseSet<string>()
  const tell = (file: string, text: string, level: 'info' | 'warning'): void => {
    // Every touch of its folder comes across it.
    if (told.has(file)) return
    told.add(file)
    void session.emit({ type: 'notice', level, text, source: { kind: 'memory', name: file, file } })
  }

  const loader = new Loader({
    projectDir,
    homeDir: homeOf(session),
    followLinks: profile.memoryLinks === 'followed',
    isExcluded: await createExclusion(settings),
    mayReachOutside: async () => importsFromOutside ?? isOutsideApproved(session),
    onLeftOut: (file, why, level) => tell(file, `The memory file ${file} was left out: ${why}.`, level),
    ...(onDeadImport !== undefined && { onDeadImport }),
  })
  return new Shelf({
    loader,
    sources,
    projectDir,
    configDir,
    ...(managedDir !== undefined && { managedDir }),
    managedText: managedText(settings),
    furtherDirs: furtherDirs(session, options),
    readsAgents: options.agentsFile ?? profile.agentsFile === 'read',
    onMalformed: (file) =>
      tell(file, `The frontmatter of ${file} is no YAML, so that the rule holds for every file.`, 'warning'),
  })
}

function furtherDirs(session: MemoryScope, options: NestedMemoryOptions): readonly string[] {
  if (session.env['CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD'] !== '1') return []
  return (options.additionalDirectories ?? []).map(realPathOf)
}

/** Instructions that managed settings hold themselves, as `claudeMd`. */
const managedText = ({ layers }: Settings): readonly MemoryFile[] =>
  layers.flatMap(({ name, file, value }) => {
    const text = name === 'managed' && isObject(value) ? value['claudeMd'] : undefined
    return typeof text === 'string' ? [{ path: file, kind: 'Managed', text, bytes: Buffer.byteLength(text) }] : []
  })

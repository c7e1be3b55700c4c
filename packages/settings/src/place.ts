import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsSources, type LayerName, type SettingsSource } from '@raider/contracts'
import { gitRoot } from '@raider/disk'

/** Where settings files are looked for. All paths absolute. */
export interface PlaceOptions {
  /** Folder the program was started in. */
  readonly cwd: string
  readonly homeDir: string
  /** `~/.claude` or CLAUDE_CONFIG_DIR. */
  readonly configDir: string
  /** Folder of managed settings; see {@link managedDirOf}. */
  readonly managedDir: string
  /** Layers to read beside managed and flag ones; default all three. */
  readonly sources?: readonly SettingsSource[]
}

/** A file that may hold settings. */
export interface Place {
  readonly name: LayerName
  readonly file: string
  readonly anchor: string
}

/** The folder of managed settings on an operating system. */
export const managedDirOf = (platform: string): string =>
  platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'

/**
 * Places below the flag layer, lowest rank first. The project file is searched in the start folder only; the local file there and
 * at the git root, which wins (Claude Code 2.1.332, seen).
 */
export const lowerPlaces = async (options: Omit<PlaceOptions, 'managedDir'>): Promise<readonly Place[]> => {
  const { cwd, configDir, sources = settingsSources } = options
  const user: Place = { name: 'user', file: join(configDir, 'settings.json'), anchor: configDir }
  const project: Place = { name: 'project', file: join(cwd, '.claude', 'settings.json'), anchor: cwd }
  const places: Place[] = []
  if (sources.includes('user')) places.push(user)
  // In the home folder both are one file, and the user's own settings need no trust.
  if (sources.includes('project') && (project.file !== user.file || places.length === 0)) places.push(project)
  if (sources.includes('local')) places.push(...(await localPlaces(options)))
  return places
}

/** Every file that may hold settings, those of the flag layer left out, whether it exists or not. */
export const settingsPlaces = async (options: PlaceOptions): Promise<readonly Place[]> => [
  ...(await lowerPlaces(options)),
  ...(await managedPlaces(options.managedDir)),
]

const localPlaces = async ({ cwd, homeDir }: Pick<PlaceOptions, 'cwd' | 'homeDir'>): Promise<readonly Place[]> => {
  const at = (dir: string): Place => ({ name: 'local', file: join(dir, '.claude', 'settings.local.json'), anchor: cwd })
  const root = await gitRoot(cwd)
  const shared = root !== undefined && root !== cwd && root !== homeDir && (await isOwn(root))
  return shared ? [at(cwd), at(root)] : [at(cwd)]
}

/** Places of managed settings, in the order in which they are laid over each other. */
const managedPlaces = async (managedDir: string): Promise<readonly Place[]> => {
  const dropIns = join(managedDir, 'managed-settings.d')
  const names = await readdir(dropIns).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted()
  return [join(managedDir, 'managed-settings.json'), ...files.map((name) => join(dropIns, name))].map((file) => ({
    name: 'managed',
    file,
    anchor: managedDir,
  }))
}

/** False where somebody else owns the root or what lies in it: their local settings are not the user's. */
const isOwn = async (root: string): Promise<boolean> => {
  const me = process.getuid?.()
  const owners = await Promise.all(
    [root, join(root, '.git'), join(root, '.claude')].map((path) => stat(path).catch(() => undefined)),
  )
  return owners.every((owner) => owner === undefined || me === undefined || owner.uid === me)
}

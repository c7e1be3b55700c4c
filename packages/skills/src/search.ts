import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { entriesOf, exists, foldersToRoot } from '@raider/disk'
import type { SkillBundle, SkillOrigin, SkillPlace } from './skill.js'

/** What a plugin folder has of skills and commands. */
export interface BundleSkills extends SkillBundle {
  readonly name: string
  /** Folders of skill folders, or single skill folders; absolute. */
  readonly skillDirs: readonly string[]
  /** Folders of command files, or single files; absolute. */
  readonly commandPaths: readonly string[]
}

/** Where skills and commands are looked for. */
export interface SkillRoots {
  readonly projectDir: string
  readonly configDir: string
  readonly managedDir: string
  /** Folders beside the project folder whose skills count too. */
  readonly directories: readonly string[]
  /** Settings layers that count. */
  readonly sources: readonly string[]
  readonly bundles: readonly BundleSkills[]
}

/** A folder that skills or commands lie in. */
interface SkillFolder {
  readonly dir: string
  readonly kind: SkillPlace['kind']
  readonly origin: SkillOrigin
}

/** Roots with the folders below them. */
export interface LocatedRoots extends SkillRoots {
  readonly folders: readonly SkillFolder[]
}

/** Finds out where skills and commands may lie. */
export const locateSkills = async (roots: SkillRoots): Promise<LocatedRoots> => ({
  ...roots,
  folders: await skillFolders(roots),
})

/** Where skills and commands lie that belong to no plugin, the ones that win a name first (order of Claude Code 2.1.332, seen). */
async function skillFolders(roots: SkillRoots): Promise<readonly SkillFolder[]> {
  const { configDir, managedDir, sources } = roots
  const user = sources.includes('user') ? [configDir] : []
  const project = sources.includes('project') ? await projectFolders(roots) : []
  return [
    { dir: join(managedDir, '.claude', 'skills'), kind: 'skill', origin: 'policySettings' },
    ...user.map(folderOf('skill', 'userSettings')),
    ...project.map(folderOf('skill', 'projectSettings')),
    ...user.map(folderOf('command', 'userSettings')),
    ...project.map(folderOf('command', 'projectSettings')),
  ]
}

const folderOf =
  (kind: SkillFolder['kind'], origin: SkillOrigin) =>
  (dir: string): SkillFolder => ({ dir: join(dir, `${kind}s`), kind, origin })

/** All skills and commands of some folders and of plugins, the ones that win a name first. */
export async function findSkills({
  folders,
  bundles,
}: Pick<LocatedRoots, 'folders' | 'bundles'>): Promise<readonly SkillPlace[]> {
  const found = await Promise.all([...folders.map(placesIn), ...bundles.map(bundleSkills)])
  return found.flat()
}

const placesIn = ({ dir, kind, origin }: SkillFolder): Promise<readonly SkillPlace[]> =>
  kind === 'skill' ? skillsIn(dir, origin) : commandsIn(dir, origin)

/** Other than before once an entry came to or went from one of the folders. */
export const stampOf = (folders: readonly SkillFolder[]): string => folders.map(({ dir }) => changeOf(dir)).join()

function changeOf(dir: string): number {
  try {
    return statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0 // What cannot be seen has nothing to tell.
  }
}

/** Those that come with the project, and with folders beside it. */
export const findProjectSkills = async (roots: ProjectRoots): Promise<readonly SkillPlace[]> =>
  findSkills({
    folders: (await projectFolders(roots)).flatMap((dir) => [
      folderOf('skill', 'projectSettings')(dir),
      folderOf('command', 'projectSettings')(dir),
    ]),
    bundles: [],
  })

/** What of the roots concerns the project. */
export type ProjectRoots = Pick<SkillRoots, 'projectDir' | 'configDir' | 'directories'>

/** The user's own folder may lie above the project, and is the user's all the same. */
const projectFolders = async ({ projectDir, configDir, directories }: ProjectRoots): Promise<readonly string[]> =>
  [...(await foldersToRoot(projectDir)), ...directories]
    .map((dir) => join(dir, '.claude'))
    .filter((dir) => dir !== configDir)

/** Skills of a folder below the project folder, which join once something in it was touched. */
export async function findNested(dir: string, projectDir: string): Promise<readonly SkillPlace[]> {
  const places = await skillsIn(join(dir, '.claude', 'skills'), 'projectSettings')
  const path = relative(projectDir, dir).split(sep).join('/')
  return places.map((place) => ({ ...place, name: `${path}:${place.name}` }))
}

async function skillsIn(dir: string, origin: SkillOrigin): Promise<readonly SkillPlace[]> {
  const places = await Promise.all(
    (await entriesOf(dir)).map(async ({ name }) => {
      const place = skillAt(join(dir, name), name, origin)
      // A plugin folder among the skills is no skill.
      return (await exists(join(dir, name, '.claude-plugin', 'plugin.json'))) ? [] : place
    }),
  )
  return places.flat()
}

const skillAt = (dir: string, name: string, origin: SkillOrigin, bundle?: SkillBundle): SkillPlace => ({
  name,
  kind: 'skill',
  origin,
  file: join(dir, 'SKILL.md'),
  dir,
  ...(bundle !== undefined && { bundle }),
})

async function commandsIn(dir: string, origin: SkillOrigin, bundle?: SkillBundle): Promise<readonly SkillPlace[]> {
  const files = await markdownBelow(dir, new Set())
  return files.map((file) => {
    // A folder with SKILL.md among commands is called like the folder (seen).
    const path = relative(dir, file).replace(/(?:[\\/]SKILL)?\.md$/, '')
    return commandAt(file, path.split(sep).join(':'), origin, bundle)
  })
}

const commandAt = (file: string, name: string, origin: SkillOrigin, bundle?: SkillBundle): SkillPlace => ({
  name,
  kind: 'command',
  origin,
  file,
  dir: dirname(file),
  ...(bundle !== undefined && { bundle }),
})

/** Markdown files of a folder and those below it; links are followed, each folder once. */
async function markdownBelow(dir: string, seen: Set<string>): Promise<readonly string[]> {
  const real = await realpath(dir).catch(() => undefined)
  if (real === undefined || seen.has(real)) return []
  seen.add(real)
  const found: string[] = []
  const entries = await entriesOf(dir)
  // Beside SKILL.md other files are what that tells of (seen).
  const isSkill = entries.some(({ name }) => name === 'SKILL.md')
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.name.endsWith('.md')) found.push(...(isSkill && entry.name !== 'SKILL.md' ? [] : [path]))
    else if (entry.isDirectory() || entry.isSymbolicLink()) found.push(...(await markdownBelow(path, seen)))
  }
  return found
}

async function bundleSkills(bundle: BundleSkills): Promise<readonly SkillPlace[]> {
  const skills = await Promise.all(
    bundle.skillDirs.map(async (dir) => {
      if (await exists(join(dir, 'SKILL.md'))) return [skillAt(dir, basename(dir), 'plugin', bundle)]
      return (await entriesOf(dir)).map(({ name }) => skillAt(join(dir, name), name, 'plugin', bundle))
    }),
  )
  const commands = await Promise.all(
    bundle.commandPaths.map(async (path) =>
      path.endsWith('.md')
        ? [commandAt(path, basename(path, '.md'), 'plugin', bundle)]
        : await commandsIn(path, 'plugin', bundle),
    ),
  )
  return [...skills.flat(), ...commands.flat()].map((place) => ({ ...place, name: `${bundle.name}:${place.name}` }))
}

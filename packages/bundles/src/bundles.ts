import { basename, join, resolve } from 'node:path'
import { isObject } from '@raider/contracts'
import { entriesOf, exists } from '@raider/disk'
import type { Bundle, BundleError } from './bundle.js'
import { loadBundle, type BundlePlace, type BundleSurroundings, type LoadedBundle } from './load-bundle.js'
import { findEnabled } from './marketplace.js'

/** Where bundles come from. */
export interface BundleOptions extends BundleSurroundings {
  readonly projectDir: string
  /** Folders the host names (`--plugin-dir`), relative to the project folder. */
  readonly dirs: readonly string[]
  /** Settings layers that count. */
  readonly sources: readonly string[]
  /** Was the project trusted? Plugin folders among its skills need that. */
  readonly trusted: boolean
}

/** The bundles of a session, and what could not be loaded. */
export interface Bundles {
  readonly list: readonly Bundle[]
  readonly errors: readonly BundleError[]
}

/** Loads all bundles: of the host, of enabled plugins, and of plugin folders among skills. Of equal names the first counts. */
export async function loadBundles(options: BundleOptions): Promise<Bundles> {
  const loaded = [...(await loadNamed(options)), ...(await loadEnabled(options)), ...(await loadAmongSkills(options))]
  const errors = loaded.flatMap((one) => one.errors)
  const list = new Map<string, Bundle>()
  for (const { bundle } of loaded) if (bundle !== undefined && !list.has(bundle.name)) list.set(bundle.name, bundle)
  return { list: [...list.values()], errors }
}

async function loadNamed(options: BundleOptions): Promise<readonly LoadedBundle[]> {
  const { dirs, projectDir, settings } = options
  if (settings['disableSideloadFlags'] === true)
    return dirs.map((dir, index) =>
      problem(`inline[${index}]`, 'generic-error', 'Plugin folders are switched off by managed settings', dir),
    )
  const loaded = await Promise.all(
    dirs.map((dir, index) =>
      loadFolder({ root: resolve(projectDir, dir), source: 'inline', label: `inline[${index}]` }, options),
    ),
  )
  return loaded.filter((one) => isOn(one, options))
}

/** What settings say of a folder that was found; otherwise what it says itself. One that is off is as if it were not there. */
const isOn = ({ bundle, manifest }: LoadedBundle, options: BundleOptions): boolean =>
  (enabledIn(options).get(bundle?.id ?? '') ?? manifest?.defaultEnabled ?? true) !== false

async function loadFolder(place: BundlePlace, options: BundleOptions): Promise<LoadedBundle> {
  const { root, label } = place
  if (!(await exists(root))) return problem(label, 'path-not-found', `Path not found: ${root}`, root)
  return root.endsWith('.zip')
    ? problem(
        label,
        'generic-error',
        'Failed to load plugin: archives are not read; unpack it and name the folder',
        root,
      )
    : loadBundle(place, options)
}

const problem = (plugin: string, type: BundleError['type'], message: string, path: string): LoadedBundle => ({
  errors: [{ plugin, type, message, path }],
})

/** The setting `enabledPlugins`. */
export const enabledIn = ({ settings }: BundleOptions): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(isObject(settings['enabledPlugins']) ? settings['enabledPlugins'] : {}))

async function loadEnabled(options: BundleOptions): Promise<readonly LoadedBundle[]> {
  const ids = [...enabledIn(options)].flatMap(([id, on]) =>
    on !== false && on !== null && id.includes('@') ? [id] : [],
  )
  const wanted = ids.filter((id) => !/@(inline|skills-dir|builtin)$/.test(id))
  return Promise.all(
    wanted.map(async (id): Promise<LoadedBundle> => {
      const place = await findEnabled(id, options)
      if (place !== undefined) return loadBundle(place, options)
      const message = `Plugin ${id} is enabled but not on this disk. Install it with Claude Code, or name its folder by --plugin-dir.`
      return { errors: [{ plugin: id, type: 'plugin-not-found', message }] }
    }),
  )
}

/** Folders below `skills` that have a manifest. */
async function loadAmongSkills(options: BundleOptions): Promise<readonly LoadedBundle[]> {
  const { configDir, projectDir, sources, trusted } = options
  const folders = [
    ...(sources.includes('user') ? await foldersIn(join(configDir, 'skills')) : []),
    ...(sources.includes('project') && trusted ? await foldersIn(join(projectDir, '.claude', 'skills')) : []),
  ]
  const loaded = await Promise.all(
    folders.map(async (root) => {
      if (!(await isBundleFolder(root))) return []
      const one = await loadBundle({ root, source: 'skills-dir', label: `${basename(root)}@skills-dir` }, options)
      return isOn(one, options) ? [one] : []
    }),
  )
  return loaded.flat()
}

/** Has a folder the manifest of a plugin? */
export const isBundleFolder = (root: string): Promise<boolean> => exists(join(root, '.claude-plugin', 'plugin.json'))

/** What lies in a folder, by name; nothing where it is missing or cannot be read. */
export const foldersIn = async (dir: string): Promise<readonly string[]> =>
  (await entriesOf(dir)).map(({ name }) => join(dir, name))

import { stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { isObject, type JsonObject, type Profile } from '@raider/contracts'
import type { BundlePlace } from './load-bundle.js'
import { readJson } from './json-file.js'

/** Where plugins that settings enable are looked for. */
interface Shelf {
  readonly configDir: string
  readonly projectDir: string
  readonly profile: Profile
  /** Merged settings. */
  readonly settings: JsonObject
}

/**
 * The folder of an enabled plugin `name@marketplace`: in the folder that is its marketplace, where it was installed, or else in the
 * copy of its marketplace.
 * Nothing is fetched. Undefined where it is not here.
 */
export async function findEnabled(id: string, shelf: Shelf): Promise<BundlePlace | undefined> {
  const at = id.lastIndexOf('@')
  const [name, marketplace] = [id.slice(0, at), id.slice(at + 1)]
  const entry = await marketEntry(name, marketplace, shelf)
  const installed = await installedPath(id, shelf)
  // A folder that is the marketplace itself is used as it is now, and not as it was installed (seen).
  const root = entry?.isLive === true ? (entry.root ?? installed) : (installed ?? entry?.root)
  if (root === undefined || !(await isFolder(root))) return undefined
  return { root, source: marketplace, label: id, ...(entry !== undefined && { entry: entry.fields }) }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true

const valueIn = async (file: string, { profile }: Shelf): Promise<JsonObject> => {
  const document = await readJson(file, profile)
  return document === undefined || 'problem' in document ? {} : document.value
}

/** `plugins/installed_plugins.json`: `{plugins: {id: [{scope, installPath, projectPath?}]}}` (version 2, seen). */
async function installedPath(id: string, shelf: Shelf): Promise<string | undefined> {
  const { plugins } = await valueIn(join(shelf.configDir, 'plugins', 'installed_plugins.json'), shelf)
  const found = isObject(plugins) && Object.hasOwn(plugins, id) ? plugins[id] : undefined
  const installs = (Array.isArray(found) ? found : [found]).filter(isObject)
  const here = ({ projectPath }: JsonObject): boolean =>
    typeof projectPath === 'string' && `${shelf.projectDir}${sep}`.startsWith(`${projectPath}${sep}`)
  const own = installs.find(here) ?? installs.find(({ projectPath }) => projectPath === undefined)
  return typeof own?.['installPath'] === 'string' ? own['installPath'] : undefined
}

interface MarketEntry {
  /** Absent where the plugin lies elsewhere. */
  readonly root?: string
  /** The marketplace is a folder of the user's. */
  readonly isLive: boolean
  readonly fields: JsonObject
}

async function marketEntry(name: string, marketplace: string, shelf: Shelf): Promise<MarketEntry | undefined> {
  const market = await findMarket(marketplace, shelf)
  if (market === undefined) return undefined
  const { location, isLive } = market
  const file = location.endsWith('.json') ? location : join(location, '.claude-plugin', 'marketplace.json')
  const folder = location.endsWith('.json') ? dirname(dirname(location)) : location
  const { plugins, metadata } = await valueIn(file, shelf)
  const entry = Array.isArray(plugins) ? plugins.filter(isObject).find((one) => one['name'] === name) : undefined
  if (entry === undefined) return undefined
  const { source, strict: _, ...fields } = entry
  const base = isObject(metadata) && typeof metadata['pluginRoot'] === 'string' ? metadata['pluginRoot'] : '.'
  return { fields, isLive, ...(typeof source === 'string' && { root: resolve(folder, base, source) }) }
}

/** A marketplace on this disk. */
interface Market {
  readonly location: string
  readonly isLive: boolean
}

/** `plugins/known_marketplaces.json`, and folders that settings name as marketplaces. */
async function findMarket(name: string, shelf: Shelf): Promise<Market | undefined> {
  const known = await valueIn(join(shelf.configDir, 'plugins', 'known_marketplaces.json'), shelf)
  const installed = Object.hasOwn(known, name) ? known[name] : undefined
  if (isObject(installed) && typeof installed['installLocation'] === 'string')
    return { location: installed['installLocation'], isLive: isLocal(installed['source']) }
  const { extraKnownMarketplaces: extra } = shelf.settings
  const named = isObject(extra) && Object.hasOwn(extra, name) ? extra[name] : undefined
  const source = isObject(named) ? named['source'] : undefined
  return isLocal(source) ? { location: resolve(shelf.projectDir, source.path), isLive: true } : undefined
}

const isLocal = (source: unknown): source is { readonly path: string } =>
  isObject(source) &&
  (source['source'] === 'directory' || source['source'] === 'file') &&
  typeof source['path'] === 'string'

import { basename, join } from 'node:path'
import type { Finding } from '@raider/contracts'
import { exists } from '@raider/disk'
import { readJson } from './json-file.js'
import type { Bundle, BundleError } from './bundle.js'
import { enabledIn, foldersIn, isBundleFolder, type BundleOptions, type Bundles } from './bundles.js'

/** What becomes of every plugin folder: of those loaded, of those that could not be, and of those that settings leave out. */
export async function surveyBundles({ list, errors }: Bundles, options: BundleOptions): Promise<readonly Finding[]> {
  const loaded = await Promise.all(list.map(findingOf))
  return [
    ...(await brokenRecords(options)),
    ...loaded,
    ...errors.map(errorFinding),
    ...leftOut(list, errors, options),
    ...(await untrusted(options)),
  ]
}

/** The reference program's own records of what is installed, where they cannot be read. */
async function brokenRecords({ configDir, profile }: BundleOptions): Promise<readonly Finding[]> {
  const files = ['installed_plugins.json', 'known_marketplaces.json'].map((name) => join(configDir, 'plugins', name))
  const found = await Promise.all(
    files.map(async (file): Promise<readonly Finding[]> => {
      const document = await readJson(file, profile)
      if (document === undefined || !('problem' in document)) return []
      return [{ name: 'file', fate: 'error', why: document.problem, layer: 'user', file }]
    }),
  )
  return found.flat()
}

async function findingOf(bundle: Bundle): Promise<Finding> {
  const lacking = await lackingParts(bundle)
  const brings = partsOf(bundle)
  return {
    name: bundle.id,
    layer: 'plugin',
    file: bundle.root,
    ...(lacking.length === 0
      ? { fate: 'honoured', why: brings.length === 0 ? 'it brings nothing' : `brings ${brings.join(', ')}` }
      : { fate: 'partly', why: `Raider does not have its ${lacking.join(', ')}` }),
  }
}

/** What a plugin brings that Raider takes. */
const partsOf = (bundle: Bundle): readonly string[] => [
  ...(bundle.layers.length > 0 ? ['hooks'] : []),
  ...(bundle.skillDirs.length > 0 ? ['skills'] : []),
  ...(bundle.commandPaths.length > 0 ? ['commands'] : []),
  ...(bundle.agentPaths.length > 0 ? ['agents'] : []),
  ...(Object.keys(bundle.mcpServers).length > 0 ? ['MCP servers'] : []),
  ...(bundle.stylePaths.length > 0 ? ['output styles'] : []),
  ...(bundle.binDir === undefined ? [] : ['programs']),
  ...(bundle.agent === undefined ? [] : [`the main agent ${bundle.agent}`]),
]

/** Parts of plugins that Raider does not have: keys of the manifest, and the places where they usually lie. */
const missingParts: readonly { readonly part: string; readonly keys: readonly string[]; readonly place?: string }[] = [
  { part: 'LSP servers', keys: ['lspServers'], place: '.lsp.json' },
  { part: 'workflows', keys: ['workflows'], place: 'workflows' },
  { part: 'themes', keys: ['themes'], place: 'themes' },
  { part: 'monitors', keys: ['monitors'], place: join('monitors', 'monitors.json') },
  { part: 'channels', keys: ['channels'] },
  { part: 'dependencies', keys: ['dependencies'] },
]

async function lackingParts(bundle: Bundle): Promise<readonly string[]> {
  const found = await Promise.all(
    missingParts.map(async ({ part, keys, place }) => {
      const isNamed = keys.some((key) => bundle.keys.includes(key))
      return isNamed || (place !== undefined && (await exists(join(bundle.root, place)))) ? [part] : []
    }),
  )
  return found.flat()
}

const errorFinding = ({ plugin, message, path }: BundleError): Finding => ({
  name: plugin,
  fate: 'error',
  why: message,
  layer: 'plugin',
  ...(path !== undefined && { file: path }),
})

/** Plugins that the settings name and that are not there. */
function leftOut(list: readonly Bundle[], errors: readonly BundleError[], options: BundleOptions): readonly Finding[] {
  return [...enabledIn(options)].flatMap(([id, on]): readonly Finding[] => {
    if (list.some((bundle) => bundle.id === id) || errors.some(({ plugin }) => plugin === id)) return []
    if (on === false || on === null) return [{ name: id, fate: 'ignored', why: 'enabledPlugins switches it off' }]
    if (!id.includes('@'))
      return [{ name: id, fate: 'error', why: 'it names no marketplace', remedy: 'Write it as plugin@marketplace.' }]
    return [{ name: id, fate: 'ignored', why: 'another plugin of the same name counts, or none by that name is here' }]
  })
}

/** Plugin folders among the skills of a project that was not trusted. */
async function untrusted({ projectDir, sources, trusted }: BundleOptions): Promise<readonly Finding[]> {
  if (trusted || !sources.includes('project')) return []
  const folders = await foldersIn(join(projectDir, '.claude', 'skills'))
  const found = await Promise.all(folders.map(async (root) => ((await isBundleFolder(root)) ? [root] : [])))
  return found.flat().map((root) => ({
    name: `${basename(root)}@skills-dir`,
    fate: 'refused',
    why: 'plugins of a project need its trust',
    remedy: 'Read it, then type `raider trust`.',
    layer: 'project',
    file: root,
  }))
}

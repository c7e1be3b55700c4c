import { basename, join, resolve } from 'node:path'
import { isObject, type JsonObject, type Profile, type SettingsLayer } from '@raider/contracts'
import { exists } from '@raider/disk'
import type { CheckHooks } from '@raider/settings'
import type { Bundle, BundleError } from './bundle.js'
import { readJson } from './json-file.js'
import { readManifest, type Manifest } from './manifest.js'
import { userConfigOf } from './user-config.js'

/** A folder to load. */
export interface BundlePlace {
  readonly root: string
  /** What stands behind the `@` of the id. */
  readonly source: string
  /** How errors call it while its name is unknown. */
  readonly label: string
  /** What a marketplace says of it; holds where the folder has no manifest. */
  readonly entry?: JsonObject
}

/** What loading needs to know. */
export interface BundleSurroundings {
  readonly configDir: string
  readonly profile: Profile
  /** Merged settings. */
  readonly settings: JsonObject
  /** Judges a `hooks` object; the package of the hooks gives it. */
  readonly checkHooks: CheckHooks
}

/** A loaded folder, and what of it could not be loaded. */
export interface LoadedBundle {
  readonly bundle?: Bundle
  readonly manifest?: Manifest
  readonly errors: readonly BundleError[]
}

/** Loads a folder. Never throws for what its author did wrong. */
export async function loadBundle(place: BundlePlace, around: BundleSurroundings): Promise<LoadedBundle> {
  const { root, label } = place
  const failed = (message: string): LoadedBundle => ({
    errors: [{ plugin: label, type: 'generic-error', message: `Failed to load plugin: ${message}`, path: root }],
  })
  const read = await manifestOf(place, around.profile)
  if ('problem' in read) return failed(read.problem)
  const { manifest } = read
  const id = `${manifest.name ?? basename(root)}@${place.source}`
  const parts = new Parts(`${basename(root)}@${place.source}`, root, around)
  const bundle = await parts.gather(id, manifest, read.keys)
  if (parts.guardBroken !== undefined)
    return failed(
      `${parts.guardBroken} has a malformed PreToolUse or PermissionRequest hook, so nothing of it is applied`,
    )
  return { bundle, manifest, errors: parts.errors }
}

async function manifestOf(
  { root, entry }: BundlePlace,
  profile: Profile,
): Promise<{ readonly manifest: Manifest; readonly keys: readonly string[] } | { readonly problem: string }> {
  const file = join(root, '.claude-plugin', 'plugin.json')
  const document = await readJson(file, profile)
  if (document !== undefined && 'problem' in document) return { problem: `${file}: ${document.problem}` }
  if (document === undefined && entry === undefined) return { manifest: {}, keys: [] }
  const written = { ...entry, ...document?.value }
  const read = readManifest(written)
  return 'manifest' in read
    ? { manifest: read.manifest, keys: keysOf(written) }
    : { problem: `${file}: ${read.problems.join('; ')}` }
}

const keysOf = ({ experimental, ...written }: JsonObject): readonly string[] =>
  Object.keys(isObject(experimental) ? { ...written, ...experimental } : written)

/** Gathers what a folder brings, and what is wrong with it. */
class Parts {
  readonly #id: string
  readonly #root: string
  readonly #around: BundleSurroundings
  readonly errors: BundleError[] = []
  /** The hooks file that costs the whole folder. */
  guardBroken: string | undefined

  constructor(id: string, root: string, around: BundleSurroundings) {
    this.#id = id
    this.#root = root
    this.#around = around
  }

  async gather(id: string, manifest: Manifest, keys: readonly string[]): Promise<Bundle> {
    const root = this.#root
    const { configDir, settings } = this.#around
    const { name = basename(root), version } = manifest
    const dataDir = join(configDir, 'plugins', 'data', id.replaceAll(/[^A-Za-z0-9_-]/g, '-'))
    const user = userConfigOf(id, manifest.userConfig ?? {}, settings)
    const env = { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: dataDir, ...user.env }
    const binDir = await this.#existing('bin')
    const agent = await this.#agent()
    return {
      id,
      name,
      ...(version !== undefined && { version }),
      root,
      dataDir,
      env,
      userConfig: user.values,
      layers: await this.#layers(manifest, env),
      skillDirs: await this.#skillDirs(manifest),
      commandPaths: await this.#paths('commands', manifest.commands, 'commands'),
      agentPaths: await this.#paths('agents', manifest.agents, 'agents'),
      stylePaths: await this.#paths('outputStyles', manifest.outputStyles, 'output-styles'),
      mcpServers: await this.#servers(manifest),
      ...(binDir !== undefined && { binDir }),
      ...(agent !== undefined && { agent }),
      keys,
    }
  }

  /** The folder `skills`, what the manifest adds, and a SKILL.md on top where there is no such folder. */
  async #skillDirs({ skills = [] }: Manifest): Promise<readonly string[]> {
    const usual = await this.#existing('skills')
    const single = usual === undefined ? await this.#existing('SKILL.md') : undefined
    const added = await this.#paths('skills', skills, undefined)
    return [...new Set([...(usual ? [usual] : []), ...(single ? [this.#root] : []), ...added])]
  }

  /** What the manifest names in place of the usual folder. */
  async #paths(
    key: string,
    named: readonly string[] | undefined,
    usual: string | undefined,
  ): Promise<readonly string[]> {
    if (named === undefined) {
      const path = usual === undefined ? undefined : await this.#existing(usual)
      return path === undefined ? [] : [path]
    }
    const found: string[] = []
    for (const name of named) {
      const path = await this.#existing(name)
      if (path === undefined) this.#missing(resolve(this.#root, name), key)
      else found.push(path)
    }
    return found
  }

  #missing(path: string, key: string): void {
    this.errors.push({ plugin: this.#id, type: 'path-not-found', message: `Path not found: ${path} (${key})` })
  }

  async #existing(name: string): Promise<string | undefined> {
    const path = resolve(this.#root, name)
    return (await exists(path)) ? path : undefined
  }

  /** hooks/hooks.json and what the manifest adds. */
  async #layers({ hooks = [] }: Manifest, env: Readonly<Record<string, string>>): Promise<readonly SettingsLayer[]> {
    const usual = resolve(this.#root, 'hooks', 'hooks.json')
    const manifest = resolve(this.#root, '.claude-plugin', 'plugin.json')
    const layers: SettingsLayer[] = []
    const add = (file: string, value: unknown, line: SettingsLayer['line']): void => {
      const { profile, checkHooks } = this.#around
      if (checkHooks(value).guardBroken && profile.malformedGuard === 'drops the file') this.guardBroken = file
      else layers.push({ name: 'plugin', file, anchor: this.#root, value: { hooks: value }, line, trusted: true, env })
    }
    const files = [usual, ...hooks.flatMap((part) => (typeof part === 'string' ? [resolve(this.#root, part)] : []))]
    for (const file of new Set(files)) {
      const document = await readJson(file, this.#around.profile)
      if (document === undefined) {
        if (file !== usual) this.#missing(file, 'hooks')
      } else if ('problem' in document) this.#hooksFailed(file, document.problem)
      else if (!isObject(document.value['hooks'])) this.#hooksFailed(file, 'the key "hooks" must hold an object')
      else add(file, document.value['hooks'], document.line)
    }
    for (const part of hooks) if (typeof part !== 'string') add(manifest, part, () => undefined)
    return layers
  }

  #hooksFailed(file: string, problem: string): void {
    const message = `Hooks of ${file} are left out: ${problem}`
    this.errors.push({ plugin: this.#id, type: 'hook-load-failed', message, path: file })
  }

  /** .mcp.json and what the manifest adds; of equal names the later one counts. */
  async #servers({ mcpServers = [] }: Manifest): Promise<JsonObject> {
    const usual = resolve(this.#root, '.mcp.json')
    const maps: JsonObject[] = []
    for (const part of [usual, ...mcpServers]) {
      if (typeof part !== 'string') {
        maps.push(part)
        continue
      }
      const file = resolve(this.#root, part)
      const document = await readJson(file, this.#around.profile)
      if (document === undefined) {
        if (file !== usual) this.#missing(file, 'mcpServers')
      } else if ('problem' in document) {
        const message = `Servers of ${file} are left out: ${document.problem}`
        this.errors.push({ plugin: this.#id, type: 'generic-error', message, path: file })
      } else maps.push(isObject(document.value['mcpServers']) ? document.value['mcpServers'] : document.value)
    }
    return Object.assign({}, ...maps) as JsonObject
  }

  /** Of the folder's settings only `agent` counts (seen). */
  async #agent(): Promise<string | undefined> {
    const document = await readJson(resolve(this.#root, 'settings.json'), this.#around.profile)
    const agent = document === undefined || 'problem' in document ? undefined : document.value['agent']
    return typeof agent === 'string' ? agent : undefined
  }
}

import { isObject, type JsonObject } from '@raider/contracts'

/** Places that a manifest names; absent: the usual one. */
type ManifestPaths = readonly string[]

/** What `.claude-plugin/plugin.json` says, as far as Raider uses it. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly skills?: ManifestPaths
  readonly commands?: ManifestPaths
  readonly agents?: ManifestPaths
  readonly outputStyles?: ManifestPaths
  /** Paths of hooks files and event maps. */
  readonly hooks?: readonly (string | JsonObject)[]
  /** Paths of server files and maps of servers. */
  readonly mcpServers?: readonly (string | JsonObject)[]
  readonly userConfig?: JsonObject
  readonly defaultEnabled?: boolean
}

/** A value, or what is wrong with it. */
type Reader<T> = (value: unknown) => { readonly value: T } | { readonly problem: string }

const must = (what: string) => ({ problem: `must ${what}` })

const string: Reader<string> = (value) => (typeof value === 'string' ? { value } : must('be a text'))
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? { value } : must('be true or false'))
const object: Reader<JsonObject> = (value) => (isObject(value) ? { value } : must('be an object'))

const name: Reader<string> = (value) =>
  typeof value === 'string' && /^[^\s/\\@:]+$/.test(value) && !/^\.+$/.test(value)
    ? { value }
    : must('be a name without spaces, such as my-plugin')

/** A path below the folder: `./` in front, and no way out of it. */
const isInside = (path: unknown, allowed: RegExp): path is string =>
  typeof path === 'string' && allowed.test(path) && !path.split(/[\\/]/).includes('..')

const paths =
  (allowed = /^\.\//): Reader<ManifestPaths> =>
  (value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    return list.every((path): path is string => isInside(path, allowed))
      ? { value: list }
      : must('be a path inside the plugin that begins with ./, or a list of them')
  }

/** Commands may also be a map of names to `{source}`. */
const commands: Reader<ManifestPaths> = (value) =>
  paths()(isObject(value) ? Object.values(value).map((entry) => (isObject(entry) ? entry['source'] : entry)) : value)

const parts: Reader<readonly (string | JsonObject)[]> = (value) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.every((part): part is string | JsonObject => isObject(part) || isInside(part, /^\.\//))
    ? { value: list }
    : must('be an object, or a path inside the plugin that begins with ./')
}

const readers: { readonly [key in keyof Manifest]-?: Reader<NonNullable<Manifest[key]>> } = {
  name,
  version: string,
  skills: paths(/^\.(\/|$)/),
  commands,
  agents: paths(/^\.\/.*\.md$/),
  outputStyles: paths(),
  hooks: parts,
  mcpServers: parts,
  userConfig: object,
  defaultEnabled: flag,
}

/** Reads a manifest; a wrong value of a known key makes it invalid, unknown keys are ignored (seen). */
export function readManifest(
  value: JsonObject,
): { readonly manifest: Manifest } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const manifest: JsonObject = {}
  if (!('name' in value)) problems.push('name is missing')
  for (const [key, read] of Object.entries<Reader<unknown>>(readers)) {
    if (!(key in value)) continue
    const result = read(value[key])
    if ('problem' in result) problems.push(`${key} ${result.problem}`)
    else manifest[key] = result.value
  }
  // Every key was checked against the table, which is keyed by those of a manifest.
  return problems.length === 0 ? { manifest: manifest as Manifest } : { problems }
}

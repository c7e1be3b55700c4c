import { join, resolve } from 'node:path'
import { isObject, RaiderError, type JsonObject, type ServerSource, type SettingsSource } from '@raider/contracts'
import { foldersUp, readText } from '@raider/disk'
import { parseDocument } from '@raider/settings'
import type { DeclaredServer } from './declaration.js'

/** Where servers are looked for. */
export interface ServerSearch {
  /** Values of `--mcp-config`: files, or JSON as text. */
  readonly configs: readonly string[]
  /** Only `configs` count. */
  readonly strict: boolean
  /** Folder that files of `configs` are relative to; the search for `.mcp.json` goes up from here. */
  readonly cwd: string
  /** Claude Code's record of the user: `~/.claude.json`. */
  readonly stateFile: string
  /** Folder of managed settings; its `managed-mcp.json` excludes every other place. */
  readonly managedDir: string
  /** Which places count. */
  readonly sources: readonly SettingsSource[]
}

/**
 * Every server that is declared somewhere, the highest rank of each name alone: command line, local, project, user. A file that
 * cannot be read as JSON declares nothing, unless the command line names it.
 * @throws RaiderError `bad-option` for a value of `configs` that cannot be used.
 */
export const findServers = async (search: ServerSearch): Promise<readonly DeclaredServer[]> =>
  (await managedServers(search)) ?? firstOfEach(await otherServers(search))

/** Those of managed settings, which exclude all others; undefined where they declare none. */
export const managedServers = ({ managedDir }: ServerSearch): Promise<readonly DeclaredServer[] | undefined> =>
  serversOf(join(managedDir, 'managed-mcp.json'), 'managed')

/** All others, the highest rank first; several may have one name. @throws RaiderError as `findServers`. */
export async function otherServers(search: ServerSearch): Promise<readonly DeclaredServer[]> {
  const { configs, strict, cwd, stateFile, sources } = search
  const given = lastOfEach((await Promise.all(configs.map((config) => givenServers(config, cwd)))).flat())
  if (strict) return given
  const state = sources.some((source) => source !== 'project') ? await readJson(stateFile) : undefined
  const found = {
    local: declared(projectRecord(state, cwd).mcpServers, 'local', stateFile),
    project: sources.includes('project') ? await projectServers(cwd) : [],
    user: declared(state?.mcpServers, 'user', stateFile),
  }
  const ranked = (['local', 'project', 'user'] as const).filter((source) => sources.includes(source))
  return [...given, ...ranked.flatMap((source) => found[source])]
}

/** Files that may declare servers, the command line's left out. */
export const serverFiles = ({ managedDir, stateFile, cwd, sources, strict }: ServerSearch): readonly string[] => [
  join(managedDir, 'managed-mcp.json'),
  ...(strict ? [] : [...(sources.includes('project') ? projectFiles(cwd) : []), stateFile]),
]

/** The first server of each name. */
export const firstOfEach = (servers: readonly DeclaredServer[]): readonly DeclaredServer[] =>
  servers.filter(({ name }, index) => servers.findIndex((one) => one.name === name) === index)

/** Of several values of the command line the last one wins. */
const lastOfEach = (servers: readonly DeclaredServer[]): readonly DeclaredServer[] =>
  servers.filter(({ name }, index) => servers.findLastIndex((one) => one.name === name) === index)

async function givenServers(config: string, cwd: string): Promise<readonly DeclaredServer[]> {
  const inline = config.trimStart().startsWith('{')
  const file = resolve(cwd, config)
  const value = parseGiven(inline ? config : await readGiven(file), inline ? 'its text' : file)
  if (isObject(value.mcpServers)) return declared(value.mcpServers, 'dynamic', inline ? undefined : file)
  throw badConfig(`${inline ? 'its text' : file} has no object "mcpServers"`)
}

async function readGiven(file: string): Promise<string> {
  const found = await readText(file)
  if (found.is === 'text') return found.text
  throw badConfig(found.is === 'missing' ? `there is no file ${file}` : `${file} cannot be read (${found.problem})`)
}

const strictJson = { jsonComments: 'unparsable' } as const

function parseGiven(text: string, place: string): JsonObject {
  const document = parseDocument(text, strictJson)
  if ('value' in document) return document.value
  const { problem, line, column } = document.unparsable
  throw badConfig(`${place} cannot be read as JSON (${problem}, line ${line}, column ${column})`)
}

const badConfig = (problem: string): RaiderError =>
  new RaiderError('bad-option', `--mcp-config: ${problem}. Give a file or a text such as {"mcpServers": {…}}.`)

/** `.mcp.json` of a folder and of every folder above it, the nearest first (Claude Code 2.1.332, seen: to the root of the disk). */
async function projectServers(cwd: string): Promise<readonly DeclaredServer[]> {
  const found = await Promise.all(projectFiles(cwd).map((file) => serversOf(file, 'project')))
  return found.flatMap((servers) => servers ?? [])
}

const projectFiles = (cwd: string): readonly string[] => foldersUp(cwd).map((folder) => join(folder, '.mcp.json'))

const projectRecord = (state: JsonObject | undefined, cwd: string): JsonObject => {
  const record = isObject(state?.projects) ? state.projects[cwd] : undefined
  return isObject(record) ? record : {}
}

/** Undefined where there is no such file. */
async function serversOf(file: string, source: ServerSource): Promise<readonly DeclaredServer[] | undefined> {
  const value = await readJson(file)
  return value === undefined ? undefined : declared(value.mcpServers, source, file)
}

const declared = (servers: unknown, source: ServerSource, file?: string): readonly DeclaredServer[] =>
  isObject(servers)
    ? Object.entries(servers).map(([name, value]) => ({ name, source, value, ...(file !== undefined && { file }) }))
    : []

async function readJson(file: string): Promise<JsonObject | undefined> {
  const read = await readServerFile(file)
  // A broken file declares nothing (seen).
  return 'value' in read ? read.value : undefined
}

/** What a file of servers holds, or why it cannot be read; neither where there is none. */
export async function readServerFile(
  file: string,
): Promise<{ readonly value: JsonObject } | { readonly problem?: string }> {
  const found = await readText(file)
  if (found.is === 'missing') return {}
  if (found.is === 'unusable') return { problem: found.problem }
  const document = parseDocument(found.text, strictJson)
  if ('value' in document) return document
  const { problem, line, column } = document.unparsable
  return { problem: `it cannot be read as JSON: ${problem}, line ${line}, column ${column}` }
}

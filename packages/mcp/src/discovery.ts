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
export async function findServers(search: ServerSearch): Promise<readonly DeclaredServer[]> {
  const managed = await serversOf(join(search.managedDir, 'managed-mcp.json'), 'managed')
  if (managed !== undefined) return managed
  const given = lastOfEach((await Promise.all(search.configs.map((config) => givenServers(config, search.cwd)))).flat())
  if (search.strict) return given
  const state = search.sources.some((source) => source !== 'project') ? await readJson(search.stateFile) : undefined
  const found = {
    local: declared(projectRecord(state, search.cwd).mcpServers, 'local', search.stateFile),
    project: search.sources.includes('project') ? await projectServers(search.cwd) : [],
    user: declared(state?.mcpServers, 'user', search.stateFile),
  }
  const ranked = (['local', 'project', 'user'] as const).filter((source) => search.sources.includes(source))
  return firstOfEach([...given, ...ranked.flatMap((source) => found[source])])
}

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
  const files = foldersUp(cwd).map((folder) => join(folder, '.mcp.json'))
  const found = await Promise.all(files.map((file) => serversOf(file, 'project')))
  return found.flatMap((servers) => servers ?? [])
}

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
  const found = await readText(file)
  const document = found.is === 'text' ? parseDocument(found.text, strictJson) : undefined
  // A broken file declares nothing (seen).
  return document !== undefined && 'value' in document ? document.value : undefined
}

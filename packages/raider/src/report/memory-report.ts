import { profiles, RaiderError, type RaiderEvent } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { listJournals, readJournal, type JournalFile } from '@raider/journal'
import { surveyMemory, type SurveyedFile } from '@raider/nested-memory'
import { loadSettings, mergedEnv, projectPlaces } from '@raider/settings'
import { checkHooks } from '@raider/claude-hooks'
import { resolve } from 'node:path'
import { autoMemoryDir, keepsNotes } from '../setup/auto-memory.js'
import { hostOf, managedDirFor } from '../host.js'
import type { RaiderOptions } from '../option.js'

/** One time that a memory file came to a model. */
export interface MemoryLoad {
  /** Types of the agents from the first session down. */
  readonly agent: string
  /** Model request that carried it, counted over the session from 1. */
  readonly turn: number
  /** In hook spelling: `session_start`, `nested_traversal`, `path_glob_match`, `include` or `compact`. */
  readonly reason: string
  /** The touched file that brought it in. */
  readonly trigger?: string
  /** The memory file that imports it. */
  readonly parent?: string
}

/** A memory file, and what became of it. */
export interface MemoryEntry {
  /** Absolute. */
  readonly file: string
  readonly bytes: number
  /** Empty where no model got it. */
  readonly loads: readonly MemoryLoad[]
  /** Why no model got it. */
  readonly why?: string
}

/** Which memory files a session had, by which touch, and which existing ones it had not. */
export interface MemoryReport {
  /** The session that is reported on; absent where none was recorded: then `loads` are empty, and `why` says when a file would come. */
  readonly session?: string
  readonly files: readonly MemoryEntry[]
}

/**
 * Reports on the memory files of a session of the project in `cwd`, its subagents included, from their journals and the disk.
 * @param wanted id of the session, or its beginning; default the latest.
 * @throws RaiderError `unknown-session`, and `bad-settings` where the settings cannot be read.
 */
export async function openMemoryReport(options: RaiderOptions = {}, wanted?: string): Promise<MemoryReport> {
  const { journalDir, files } = await lookAround(options)
  const journals = await journalsOf(options.journalDir ?? journalDir, wanted)
  const loads = new Map<string, { readonly bytes: number; readonly loads: MemoryLoad[] }>()
  const reasons = new Map<string, string>()
  for (const { file } of journals) await collect(file, loads, reasons)
  const surveyed = new Map(files.map((one) => [one.file, one]))
  const paths = [...new Set([...loads.keys(), ...surveyed.keys(), ...reasons.keys()])].toSorted()
  const session = journals[0] && sessionOf(journals[0])
  return {
    ...(session !== undefined && { session }),
    files: paths.map((file) =>
      entryOf(file, loads.get(file), surveyed.get(file), reasons.get(file), session !== undefined),
    ),
  }
}

function entryOf(
  file: string,
  loaded: { readonly bytes: number; readonly loads: readonly MemoryLoad[] } | undefined,
  found: SurveyedFile | undefined,
  reason: string | undefined,
  isSession: boolean,
): MemoryEntry {
  const entry = { file, bytes: loaded?.bytes ?? found?.bytes ?? 0, loads: loaded?.loads ?? [] }
  if (loaded !== undefined) return entry
  const late = isSession ? 'it was not there when the session began' : 'it comes with the first prompt'
  return { ...entry, why: reason ?? found?.why ?? late }
}

/** Files that could be loaded, and where the journals of the project lie. */
async function lookAround(options: RaiderOptions) {
  const host = hostOf(options)
  const { homeDir } = host
  const projectDir = realPathOf(host.cwd)
  const profile = profiles[options.profile ?? 'raider']
  const places = projectPlaces({ projectDir, homeDir, env: host.env })
  const managedDir = managedDirFor(options)
  const { sources, flag } = options.settings ?? {}
  const settings = await loadSettings({
    cwd: projectDir,
    homeDir,
    configDir: places.configDir,
    managedDir,
    profile,
    checkHooks,
    trust: options.trust ?? false,
    ...(sources !== undefined && { sources }),
    ...(flag !== undefined && { flag }),
  })
  const env = mergedEnv(settings, host.env)
  const notes = options.autoMemory !== false && keepsNotes({ settings, env })
  const files = await surveyMemory(
    { projectDir, configDir: places.configDir, profile, settings, env },
    {
      managedDir,
      additionalDirectories: (options.additionalDirectories ?? []).map((dir) => realPathOf(resolve(projectDir, dir))),
      ...(sources !== undefined && { sources }),
      ...(options.agentsFile !== undefined && { agentsFile: options.agentsFile }),
      ...(notes && { autoMemoryDir: await autoMemoryDir({ settings, env, projectDir, homeDir }) }),
    },
  )
  return { journalDir: places.journalDir, files }
}

const sessionOf = ({ name }: JournalFile): string => name.split('.')[0] ?? name

/** The journals of a session and its subagents, its own first; none where none is recorded. */
async function journalsOf(dir: string, wanted: string | undefined): Promise<readonly JournalFile[]> {
  const all = await listJournals(dir)
  const own = all.filter((journal) => journal.name === sessionOf(journal))
  const first = wanted === undefined ? own[0] : own.find(({ name }) => name.startsWith(wanted))
  if (first === undefined && wanted !== undefined)
    throw new RaiderError(
      'unknown-session',
      `No session in ${dir} begins with ${wanted}: see \`raider sessions list\`.`,
      {
        data: { session: wanted },
      },
    )
  return first === undefined ? [] : [first, ...all.filter((one) => one !== first && sessionOf(one) === first.name)]
}

async function collect(
  file: string,
  loads: Map<string, { readonly bytes: number; readonly loads: MemoryLoad[] }>,
  reasons: Map<string, string>,
): Promise<void> {
  let turns = 0
  for await (const line of readJournal(file)) {
    if (line.type === 'model-request') turns += 1
    if (line.type === 'notice' && line.source?.kind === 'memory' && line.source.file !== undefined)
      reasons.set(line.source.file, line.text)
    if (line.type !== 'memory-load') continue
    const known = loads.get(line.file) ?? { bytes: line.bytes, loads: [] }
    known.loads.push(loadOf(line, turns + 1))
    loads.set(line.file, known)
  }
}

const loadOf = (
  { agent, reason, trigger, parent }: Extract<RaiderEvent, { type: 'memory-load' }>,
  turn: number,
): MemoryLoad => ({
  agent,
  turn,
  reason,
  ...(trigger !== undefined && { trigger }),
  ...(parent !== undefined && { parent }),
})

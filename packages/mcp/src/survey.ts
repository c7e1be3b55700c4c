import { isAbsolute, resolve } from 'node:path'
import { isObject, type Finding, type LayerOrigin, type ServerSource, type Settings } from '@raider/contracts'
import { findProgram, isProgram } from '@raider/process'
import { createAdmission, type Admission } from './admission.js'
import type { DeclaredServer } from './declaration.js'
import { managedServers, otherServers, readServerFile, serverFiles, type ServerSearch } from './discovery.js'
import { noWebSocket, type ServerEntry } from './entry.js'

/** What servers are held against. */
export interface ServerSurvey extends ServerSearch {
  /** The servers of a session, one a name, before policies are asked. */
  readonly inForce: readonly DeclaredServer[]
  /** Why a server of them may not be started for its source; undefined where it may. */
  readonly barred: (server: DeclaredServer) => string | undefined
  readonly settings: Pick<Settings, 'merged' | 'layers'>
  /** The environment of a session. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * What becomes of every server that is declared somewhere. Starts none: whether one answers is not known from this.
 * @throws RaiderError `bad-option` for a value of `configs` that cannot be used.
 */
export async function surveyServers(survey: ServerSurvey): Promise<readonly Finding[]> {
  const admit = createAdmission(survey.settings, survey.env)
  const judged = survey.inForce.map((server) => findingOf(server, judge(server, survey, admit)))
  return [...(await brokenFiles(survey)), ...judged, ...(await outranked(survey))]
}

const layers: Readonly<Partial<Record<ServerSource, LayerOrigin>>> = {
  dynamic: 'flag',
  local: 'local',
  project: 'project',
  user: 'user',
  plugin: 'plugin',
  managed: 'managed',
}

type Judgement = Pick<Finding, 'fate' | 'why' | 'remedy'>

const findingOf = ({ name, source, file }: DeclaredServer, judgement: Judgement): Finding => {
  const layer = layers[source]
  return { name, ...judgement, ...(layer !== undefined && { layer }), ...(file !== undefined && { file }) }
}

async function brokenFiles(search: ServerSearch): Promise<readonly Finding[]> {
  const found = await Promise.all(
    serverFiles(search).map(async (file): Promise<readonly Finding[]> => {
      const read = await readServerFile(file)
      const why = 'value' in read ? shapeProblem(read.value['mcpServers']) : read.problem
      return why === undefined
        ? []
        : [{ name: 'file', fate: 'error', why, remedy: 'Mend it; it declares no server.', file }]
    }),
  )
  return found.flat()
}

const shapeProblem = (servers: unknown): string | undefined =>
  servers === undefined || isObject(servers) ? undefined : 'mcpServers must be an object'

/** Servers that another one of the same name, or the managed settings, keep out. */
async function outranked(survey: ServerSurvey): Promise<readonly Finding[]> {
  const exclusive = (await managedServers(survey)) !== undefined
  const left = (await otherServers({ ...survey, strict: false })).filter(
    (server) => !survey.inForce.some(({ name, file }) => name === server.name && file === server.file),
  )
  return left.map((server) => findingOf(server, { fate: 'ignored', why: whyNot(server, exclusive, survey) }))
}

const whyNot = ({ name }: DeclaredServer, exclusive: boolean, { inForce, strict }: ServerSurvey): string => {
  if (exclusive) return 'managed-mcp.json leaves no other servers in'
  if (strict) return '--strict-mcp-config leaves only those of the command line in'
  const winner = inForce.find((one) => one.name === name)
  return winner === undefined
    ? 'managed settings let servers come from plugins only'
    : `${winner.file ?? 'the command line'} declares a server of the same name, and counts`
}

function judge(server: DeclaredServer, survey: ServerSurvey, admit: (server: DeclaredServer) => Admission): Judgement {
  const judgement = judgeEntry(server, survey, admit)
  const barred = survey.barred(server)
  // What is broken is so with trust as well.
  if (barred === undefined || judgement.fate === 'error') return judgement
  return { fate: 'refused', why: barred, remedy: 'Read it, then type `raider trust`.' }
}

function judgeEntry(
  server: DeclaredServer,
  survey: ServerSurvey,
  admit: (server: DeclaredServer) => Admission,
): Judgement {
  const { value } = server
  const admission = admit(server)
  if ('flaw' in admission && admission.flaw === noWebSocket)
    return { fate: 'refused', why: 'Raider speaks no WebSocket', remedy: 'Use http or sse, where the server has it.' }
  if ('flaw' in admission) return { fate: 'error', why: admission.flaw, remedy: 'Mend the entry.' }
  if ('against' in admission) return { fate: 'refused', why: admission.against }
  const variables = { ...survey.env, ...server.variables }
  return (
    unset(value, variables) ??
    unreachable(admission.entry, variables, survey.cwd) ??
    unauthorised(value) ?? { fate: 'honoured' }
  )
}

/** Variables that are named, not set, and have no default. */
function unset(value: unknown, variables: Readonly<Record<string, string>>): Judgement | undefined {
  const { command, args, env, url, headers } = isObject(value) ? value : {}
  const text = JSON.stringify([command, args, env, url, headers])
  const names = [...text.matchAll(/\$\{([\w.]+)\}/g)].flatMap(([, name = '']) => (name in variables ? [] : [name]))
  const missing = [...new Set(names)].join(', ')
  return missing === ''
    ? undefined
    : { fate: 'error', why: `not set: ${missing}`, remedy: 'Set it, or write a default as ${NAME:-value}.' }
}

function unreachable(
  entry: ServerEntry,
  { PATH = '' }: Readonly<Record<string, string>>,
  cwd: string,
): Judgement | undefined {
  if (entry.type !== 'stdio') return undefined
  const { command } = entry
  const there = /[\\/]/.test(command)
    ? isProgram(isAbsolute(command) ? command : resolve(cwd, command))
    : findProgram(command, PATH) !== undefined
  return there
    ? undefined
    : { fate: 'error', why: `there is no program ${command}`, remedy: 'Install it, or mend `command`.' }
}

const unauthorised = (value: unknown): Judgement | undefined =>
  isObject(value) && value['oauth'] !== undefined
    ? {
        fate: 'partly',
        why: 'Raider does no OAuth logins',
        remedy: 'Give a token by `headers` or `headersHelper`.',
      }
    : undefined

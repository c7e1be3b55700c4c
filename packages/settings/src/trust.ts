import { createHash } from 'node:crypto'
import { isObject, messageOf, RaiderError, type JsonObject, type LayerOrigin } from '@raider/contracts'
import { readText, replaceTextSync } from '@raider/disk'
import type { KeyPath } from './key-path.js'
import { trustPart } from './reach.js'

/** What trust looks at of a layer: all that the file says, whether it counts or not. */
export interface TrustLayer {
  readonly name: LayerOrigin
  readonly file: string
  readonly value: JsonObject
  readonly line: (path: KeyPath) => number | undefined
}

/** Why a project counts as trusted or not. */
export type TrustReason =
  | 'granted'
  | 'granted-in-claude-code'
  | 'given-by-option'
  | 'nothing-to-trust'
  | 'never-granted'
  | 'changed-since'
  | 'refused-by-option'

/** A hook of the project that can keep calls from running. */
export interface ProjectGuard {
  readonly event: 'PreToolUse' | 'PermissionRequest'
  readonly file: string
  readonly line?: number
}

/** Is a project trusted, why, and which guards of it would not run otherwise? */
export interface TrustAnswer {
  readonly trusted: boolean
  readonly why: TrustReason
  readonly guards: readonly ProjectGuard[]
}

/** Which projects the user trusts, with a digest of what they looked like then. */
export interface Trust {
  /** `layers` may hold all layers of the settings; those of the project are looked at. */
  check(projectDir: string, layers: readonly TrustLayer[]): Promise<TrustAnswer>
  grant(projectDir: string, layers: readonly TrustLayer[]): Promise<void>
  /** Returns false where there was nothing to take back. */
  revoke(projectDir: string): Promise<boolean>
  list(): Promise<readonly TrustGrant[]>
}

/** One project that the user trusts. */
export interface TrustGrant {
  readonly projectDir: string
  /** SHA-256 of each part that needs trust, hex: whoever looks at some of the files only finds them in it too. */
  readonly digests: readonly string[]
  /** ISO 8601, UTC. */
  readonly grantedAt: string
}

/** Where trust is kept. */
export interface TrustOptions {
  /** Raider's own record, by default `~/.raider/trust.json`; made at the first grant, readable by its owner only. */
  readonly file: string
  /** `~/.claude.json`, or `.claude.json` in CLAUDE_CONFIG_DIR: a folder trusted there counts as trusted. */
  readonly claudeStateFile: string
}

/** Opens the record of trusted projects. Nothing is cached: several sessions and processes may share it. */
export const createTrust = ({ file, claudeStateFile }: TrustOptions): Trust => {
  const read = async (): Promise<readonly TrustGrant[]> => grantsOf(await readJson(file), file)
  const others = (grants: readonly TrustGrant[], projectDir: string): readonly TrustGrant[] =>
    grants.filter((grant) => grant.projectDir !== projectDir)
  return {
    list: read,
    check: async (projectDir, layers) => {
      const guards = projectGuards(layers)
      const digests = digestsOf(layers)
      if (digests.length === 0) return { trusted: true, why: 'nothing-to-trust', guards }
      const grant = (await read()).find((entry) => entry.projectDir === projectDir)
      const granted = new Set(grant?.digests)
      if (digests.every((digest) => granted.has(digest))) return { trusted: true, why: 'granted', guards }
      if (await trustedInClaude(claudeStateFile, projectDir)) {
        return { trusted: true, why: 'granted-in-claude-code', guards }
      }
      return { trusted: false, why: grant === undefined ? 'never-granted' : 'changed-since', guards }
    },
    grant: async (projectDir, layers) => {
      const grant = { projectDir, digests: digestsOf(layers), grantedAt: new Date().toISOString() }
      writeGrants(file, [...others(await read(), projectDir), grant])
    },
    revoke: async (projectDir) => {
      const grants = await read()
      const rest = others(grants, projectDir)
      if (rest.length < grants.length) writeGrants(file, rest)
      return rest.length < grants.length
    },
  }
}

const isProject = ({ name }: TrustLayer): boolean => name === 'project' || name === 'local'

const digestsOf = (layers: readonly TrustLayer[]): readonly string[] =>
  layers
    .filter(isProject)
    .flatMap((layer) => trustPart(layer.value).map((part) => digestOf([layer.name, layer.file, ...part])))

const digestOf = (part: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(part)).digest('hex')

/** Guards that the project's layers declare, in the order of the files. */
export const projectGuards = (layers: readonly TrustLayer[]): readonly ProjectGuard[] =>
  layers.filter(isProject).flatMap((layer) =>
    (['PreToolUse', 'PermissionRequest'] as const).flatMap((event) => {
      const groups = isObject(layer.value.hooks) ? layer.value.hooks[event] : undefined
      if (!Array.isArray(groups) || groups.length === 0) return []
      const line = layer.line(['hooks', event])
      return [{ event, file: layer.file, ...(line !== undefined && { line }) }]
    }),
  )

/** The reference program's own record, which Raider only reads. A record that cannot be read trusts nobody. */
const trustedInClaude = async (file: string, projectDir: string): Promise<boolean> => {
  const state = await readJson(file).catch(() => undefined)
  const projects = isObject(state) && isObject(state.projects) ? state.projects : {}
  const record = projects[projectDir]
  return isObject(record) && record.hasTrustDialogAccepted === true
}

const readJson = async (file: string): Promise<unknown> => {
  const found = await readText(file)
  if (found.is === 'missing') return undefined
  if (found.is === 'unusable') throw unreadable(file, found.problem)
  try {
    return JSON.parse(found.text)
  } catch (thrown) {
    throw unreadable(file, messageOf(thrown))
  }
}

const unreadable = (file: string, problem: string): RaiderError =>
  new RaiderError('bad-settings', `${file} cannot be read (${problem}). Mend it, or delete it to trust no project.`, {
    data: { file },
  })

const grantsOf = (state: unknown, file: string): readonly TrustGrant[] => {
  if (state === undefined) return []
  if (isObject(state) && isObject(state.projects)) {
    return Object.entries(state.projects).flatMap(([projectDir, record]) =>
      isObject(record) && Array.isArray(record.digests)
        ? [{ projectDir, digests: record.digests.map(String), grantedAt: String(record.grantedAt) }]
        : [],
    )
  }
  const message = `${file} has no "projects". It is not a record of trusted projects: delete it to trust no project.`
  throw new RaiderError('bad-settings', message, { data: { file } })
}

const writeGrants = (file: string, grants: readonly TrustGrant[]): void => {
  const projects = Object.fromEntries(
    grants.map(({ projectDir, digests, grantedAt }) => [projectDir, { digests, grantedAt }]),
  )
  try {
    replaceTextSync(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`, { file: 0o600, folder: 0o700 })
  } catch (thrown) {
    const message = `${file} cannot be written (${messageOf(thrown)}). Mend that, or trust the project for one run by --trust.`
    throw new RaiderError('bad-settings', message, { cause: thrown, data: { file } })
  }
}

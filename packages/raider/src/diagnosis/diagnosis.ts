import {
  fates,
  messageOf,
  profileTable,
  raiderVersion,
  type Fate,
  type Finding,
  type ProfileName,
} from '@raider/contracts'
import type { RaiderOptions } from '../option.js'
import { agentFindings } from './agents.js'
import { hookFindings } from './hooks.js'
import { lookAround, type Look } from './look.js'
import { memoryFindings } from './memory.js'
import { permissionFindings } from './permissions.js'
import { pluginFindings } from './plugins.js'
import { programFindings } from './programs.js'
import { serverFindings } from './servers.js'
import { sessionFindings } from './session.js'
import { settingsFindings } from './settings.js'
import { skillFindings } from './skills.js'
import { styleFindings } from './styles.js'
import { variableFindings } from './variables.js'

/** The parts of a setup, in the order in which they are told of. */
const sections = {
  session: sessionFindings,
  settings: settingsFindings,
  hooks: hookFindings,
  permissions: permissionFindings,
  environment: variableFindings,
  memory: memoryFindings,
  agents: agentFindings,
  skills: skillFindings,
  styles: styleFindings,
  plugins: pluginFindings,
  servers: serverFindings,
  programs: programFindings,
} as const satisfies Record<string, (look: Look) => readonly Finding[] | Promise<readonly Finding[]>>

/** Part of a setup that a finding belongs to. */
export type DiagnosisSection = keyof typeof sections

/** What becomes of a user's whole setup. */
export interface Diagnosis {
  readonly version: string
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly profile: {
    readonly name: ProfileName
    /** Every reading that is not the one of Claude Code, by its name in the table of profiles. */
    readonly differs: Readonly<Record<string, string>>
  }
  /** How many findings have each fate. */
  readonly counts: Readonly<Record<Fate, number>>
  readonly findings: readonly (Finding & { readonly section: DiagnosisSection })[]
}

/** What `diagnose` tells. */
export async function diagnosisOf(options: RaiderOptions): Promise<Diagnosis> {
  const look = await lookAround(options)
  const findings: Diagnosis['findings'][number][] = []
  for (const [section, find] of Object.entries(sections) as [DiagnosisSection, (typeof sections)[DiagnosisSection]][])
    findings.push(...(await looked(find, look)).map((finding) => ({ section, ...finding })))
  const { profile, projectDir } = look.around
  return {
    version: raiderVersion,
    projectDir,
    profile: { name: profile.name, differs: differencesOf(profile.name) },
    counts: countsOf(findings),
    findings,
  }
}

/** One part that cannot be looked at keeps nobody from the others. */
async function looked(find: (typeof sections)[DiagnosisSection], look: Look): Promise<readonly Finding[]> {
  try {
    return await find(look)
  } catch (thrown) {
    return [{ name: 'all of it', fate: 'error', why: `it cannot be looked at: ${messageOf(thrown)}` }]
  }
}

const differencesOf = (name: ProfileName): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(profileTable).flatMap(([point, row]) => (row[name] === row.claude ? [] : [[point, row[name]]])),
  )

const countsOf = (findings: readonly Finding[]): Diagnosis['counts'] => {
  const counts = Object.fromEntries(fates.map((fate) => [fate, 0])) as Record<Fate, number>
  for (const { fate } of findings) counts[fate] += 1
  return counts
}

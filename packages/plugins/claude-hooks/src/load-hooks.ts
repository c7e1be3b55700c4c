import { randomUUID } from 'node:crypto'
import {
  isObject,
  profiles,
  RaiderError,
  type JsonObject,
  type Note,
  type PermissionMode,
  type Profile,
  type ProfileName,
  type SettingsNotice,
  type SettingsSource,
  type StepScope,
} from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import {
  createTrust,
  loadSettings,
  managedDirOf,
  mergedEnv,
  projectPlaces,
  sessionPlaces,
  type LoadedSettings,
  type ProjectPlaces,
} from '@raider/settings'
import { isHookEvent, hookEvents, type HookEvent } from './events.js'
import type { Folded } from './answer/fold.js'
import { checkHooks } from './configuration/group.js'
import { tryGuards, type GuardTrial } from './configuration/guard-check.js'
import type { Hook } from './configuration/hook.js'
import { currentHost } from './host.js'
import { OpenHooks, type HookOptions } from './open-hooks.js'
import type { HookScope } from './scope.js'

/** Options of {@link loadHooks}. */
export interface LoadHooksOptions extends HookOptions, Partial<Pick<StepScope, 'callServer' | 'evaluate'>> {
  /** Folder of the project. */
  readonly cwd: string
  /** Environment of the hooks; default that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Default the user's. */
  readonly homeDir?: string
  /** Readings of the hook contract; default `raider`. */
  readonly profile?: ProfileName
  /** Settings files to read beside managed and flag ones; default all three. */
  readonly sources?: readonly SettingsSource[]
  /** A further settings file, or a JSON object as text. */
  readonly flag?: string
  /** Folder of managed settings; default the operating system's. */
  readonly managedDir?: string
  /** True trusts the project, false leaves its hooks out; default what the user granted before, in Raider or Claude Code. */
  readonly trust?: boolean
  /** What hooks get as `session_id`; default a new UUID. */
  readonly session?: string
  /** What hooks get as `transcript_path`; default the place where Claude Code would write it. */
  readonly transcriptPath?: string
  /** What hooks get as `permission_mode`; default `default`. */
  readonly permissionMode?: PermissionMode
}

/** The hooks of a project, for a program that runs its own loop or none. */
export interface LoadedHooks {
  /** What was left out of the settings, and why. */
  readonly notices: readonly SettingsNotice[]
  /**
   * Runs the hooks of an event with these fields as their input, beside those that all events have. Resolves with what they say
   * together, without a stance where they have none. Rejects with a `RaiderError` for an event that does not exist.
   * @param signal kills the hooks; they die with `close` in any case.
   */
  fire(event: HookEvent, input: JsonObject, signal?: AbortSignal): Promise<Folded>
  /** All hooks in force, in the order of the configuration. */
  list(): readonly Hook[]
  /** Runs every guard once with a harmless call, to show those that would fail. */
  check(): Promise<readonly GuardTrial[]>
  /** Takes out what background hooks have for the model. */
  pending(): readonly Note[]
  /** Kills what still runs. */
  close(): Promise<void>
}

/**
 * Loads the user's Claude Code hooks for a folder, without a model or a loop.
 * @throws RaiderError `bad-settings` for files that cannot be used, `untrusted-project` where guards of the project would not run.
 *
 * @example
 * const hooks = await loadHooks({ cwd: process.cwd() })
 * const verdict = await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
 * if (verdict.stance === 'deny') console.log(verdict.reason)
 * await hooks.close()
 */
export const loadHooks = async (options: LoadHooksOptions): Promise<LoadedHooks> => {
  const profile = profiles[options.profile ?? 'raider']
  const { env = currentHost().env, homeDir = currentHost().homeDir } = options
  const projectDir = realPathOf(options.cwd)
  const places = projectPlaces({ projectDir, homeDir, env })
  const settings = await readSettings(options, projectDir, { ...places, homeDir, profile })
  if (options.trust === undefined && profile.projectTrust === 'required') refuseUntrusted(settings, projectDir)
  const closing = new AbortController()
  const session = options.session ?? randomUUID()
  const scope: HookScope = {
    session,
    agentPath: 'main',
    projectDir,
    configDir: places.configDir,
    transcriptPath: options.transcriptPath ?? sessionPlaces(places, session).transcriptPath,
    profile,
    env: mergedEnv(settings, env),
    signal: closing.signal,
    cwd: () => projectDir,
    mode: () => options.permissionMode ?? 'default',
    emit: () => undefined,
    ...(options.callServer && { callServer: options.callServer }),
    ...(options.evaluate && { evaluate: options.evaluate }),
  }
  const hooks = new OpenHooks(scope, settings, options)
  return {
    notices: [...settings.notices, ...hooks.notices],
    list: () => hooks.list(),
    check: () => tryGuards(hooks.list(), scope),
    pending: () => hooks.pending(),
    async fire(event, input, signal) {
      if (!isHookEvent(event)) throw unknownEvent(event)
      const around = {
        ...scope,
        ...effortOf(input),
        ...(signal && { signal: AbortSignal.any([signal, closing.signal]) }),
      }
      return (await hooks.fire(event, input, around, callIdOf(input))) ?? nothing
    },
    async close() {
      closing.abort({ by: 'shutdown', reason: 'the hooks were closed' })
      await hooks.close()
    },
  }
}

const nothing: Folded = { source: { kind: 'plugin', name: 'claude-hooks' }, notes: [], effects: {}, votes: [] }

interface Place extends ProjectPlaces {
  readonly homeDir: string
  readonly profile: Profile
}

const readSettings = (
  { sources, flag, managedDir = managedDirOf(process.platform), trust }: LoadHooksOptions,
  projectDir: string,
  { homeDir, configDir, trustFile, claudeStateFile, profile }: Place,
): Promise<LoadedSettings> =>
  loadSettings({
    cwd: projectDir,
    homeDir,
    configDir,
    managedDir,
    profile,
    checkHooks,
    trust: trust ?? createTrust({ file: trustFile, claudeStateFile }),
    ...(sources !== undefined && { sources }),
    ...(flag !== undefined && { flag }),
  })

/** Going on without the guards of a project would let through what they are there to stop. */
const refuseUntrusted = ({ trust }: LoadedSettings, projectDir: string): void => {
  const [guard] = trust.guards
  if (trust.trusted || guard === undefined) return
  throw new RaiderError(
    'untrusted-project',
    `${guard.file} has ${guard.event} hooks, and the project was never trusted as it is now. Read them, then pass \`trust: true\`, ` +
      `type \`raider trust ${projectDir}\`, or pass \`trust: false\` to go on without them.`,
    { data: { projectDir, file: guard.file, why: trust.why } },
  )
}

const unknownEvent = (event: string): RaiderError =>
  new RaiderError('bad-option', `"${event}" is no hook event. There are: ${hookEvents.join(', ')}.`)

const callIdOf = ({ tool_use_id: id }: JsonObject): string | undefined => (typeof id === 'string' ? id : undefined)

/** The effort of the input reaches hooks as a variable too. */
const effortOf = ({ effort }: JsonObject): Pick<HookScope, 'effort'> =>
  isObject(effort) && typeof effort['level'] === 'string' ? { effort: effort['level'] } : {}

import { readdirSync } from 'node:fs'
import { RaiderError, type PermissionMode, type Profile } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { createPermissions, type SessionPermissions } from '@raider/permissions'
import { bypassDisabled, settingsDirectories, settingsMode, type LoadedSettings } from '@raider/settings'
import { isFreeInSandbox } from '@raider/tools'
import type { Host } from '../host.js'
import type { RaiderOptions } from '../option.js'

/** What the permissions of a session are made of, beside the options. */
interface PermissionSurroundings {
  readonly settings: LoadedSettings
  readonly profile: Profile
  readonly projectDir: string
  readonly host: Host
  /** Folders of the options; absolute, links resolved. */
  readonly addedDirs: readonly string[]
  /** Folder of what the session itself keeps for the model: long outputs, conversations of subagents. */
  readonly sessionDir?: string
  /** Folders of what is noted for later sessions. */
  readonly notes?: readonly string[]
  /** Environment of commands. */
  readonly env?: Readonly<Record<string, string>>
  /** Mode that an earlier session was left in. */
  readonly mode?: PermissionMode
}

/** Opens the permissions of a session. @throws RaiderError `bad-option` for malformed rules, and for root where it would bypass. */
export const sessionPermissions = (options: RaiderOptions, around: PermissionSurroundings): SessionPermissions => {
  const { settings, profile, projectDir, host, addedDirs, sessionDir, notes, env } = around
  const { homeDir } = host
  const mode = options.permissionMode ?? around.mode ?? settingsMode(settings) ?? 'default'
  const allowBypass = options.allowBypassPermissions ?? false
  if ((mode === 'bypassPermissions' || allowBypass) && !bypassDisabled(settings)) refuseRoot(host)
  return createPermissions({
    settings,
    cli: { allow: options.allowedTools ?? [], deny: options.disallowedTools ?? [] },
    mode,
    allowBypass,
    profile,
    facts: {
      projectDir,
      homeDir,
      ...(sessionDir !== undefined && { readable: [sessionDir] }),
      ...(notes !== undefined && { notes }),
      directories: [...addedDirs, ...settingsDirectories(settings, { cwd: projectDir, homeDir })],
      realPath: realPathOf,
      list: namesIn,
      caseSensitive: host.caseSensitive,
      ...(env !== undefined && {
        isFreeInSandbox: ({ command, dangerouslyDisableSandbox: leaves }) =>
          typeof command === 'string' &&
          isFreeInSandbox({ command, dangerouslyDisableSandbox: leaves === true }, { settings, env }),
      }),
    },
  })
}

/** What a folder holds; what cannot be read holds nothing that a command could read. */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The reference program refuses root in the same way, wherever the mode comes from (2.1.332, seen). */
const refuseRoot = ({ isRoot, env }: Host): void => {
  if (isRoot && env.IS_SANDBOX !== '1')
    throw new RaiderError(
      'bad-option',
      'bypassPermissions is not for root; in a container that may break, set IS_SANDBOX=1.',
    )
}

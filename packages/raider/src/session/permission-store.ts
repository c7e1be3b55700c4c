import { messageOf, type PermissionUpdate, type SettingsNotice } from '@raider/contracts'
import { saveUpdate, type SavedFile, type TrustReason } from '@raider/settings'
import { excludeLocalSettings } from '../setup/git-exclude.js'
import type { RaiderOptions } from '../option.js'
import type { OwnWrites } from '../setup/own-writes.js'
import { openProjectTrust } from '../setup/project-trust.js'
import type { Surroundings } from '../surroundings.js'

/** What keeping an update takes. */
interface PermissionStoreParts {
  readonly around: Surroundings
  readonly env: Readonly<Record<string, string>>
  readonly ownWrites: OwnWrites
}

type Told = Pick<SettingsNotice, 'level' | 'text'>

/** Trust that Raider itself may renew, after its own change of a file. */
const renewable: readonly TrustReason[] = ['granted', 'nothing-to-trust']

/**
 * Makes the function that writes permission updates to the settings file of their destination. A project that was trusted before the
 * change is trusted after it; a local file that is new is kept out of git.
 */
export const createPermissionStore =
  (options: Pick<RaiderOptions, 'profile'>, parts: PermissionStoreParts, signal: AbortSignal) =>
  async (update: PermissionUpdate): Promise<readonly Told[]> => {
    if (update.destination === 'session' || update.destination === 'cliArg') return []
    const { around, env, ownWrites } = parts
    const { projectDir, homeDir } = around
    const places = { cwd: projectDir, homeDir, configDir: around.places.configDir, env }
    const inProject = update.destination !== 'userSettings'
    const trustOf = () => openProjectTrust({ ...options, cwd: projectDir, homeDir, env })
    try {
      const answer = inProject ? (await trustOf()).answer : undefined
      const saved = await saveUpdate(update, places)
      for (const { file, text } of saved) if (text !== undefined) ownWrites.note(file, text)
      if (answer !== undefined && renewable.includes(answer.why) && saved.some(isWritten))
        await (await trustOf()).grant()
      for (const { file, layer, outcome } of saved)
        if (layer === 'local' && outcome === 'created') await excludeLocalSettings(file, places, signal)
      return saved.flatMap((one) => toldOf(one, answer?.trusted === false ? whenTrusted : ''))
    } catch (thrown) {
      return [{ level: 'warning', text: `Not all of a permission update was kept: ${messageOf(thrown)}` }]
    }
  }

const isWritten = ({ outcome }: SavedFile): boolean => outcome === 'created' || outcome === 'changed'

const whenTrusted = ' Sessions to come heed them once the project is trusted (`raider trust`).'

const toldOf = ({ file, outcome, problem }: SavedFile, condition: string): readonly Told[] => {
  if (outcome === 'unchanged') return []
  if (outcome === 'failed')
    return [{ level: 'warning', text: `${file} was not changed: ${problem}. The answer counts for this session only.` }]
  return [{ level: 'info', text: `Permissions were written to ${file}.${condition}` }]
}

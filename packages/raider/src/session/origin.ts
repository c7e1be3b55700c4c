import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RaiderError, type PermissionMode, type Profile } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import { copyTranscript, newId, restore, type Past, type SessionParts } from '@raider/loop'
import type { RaiderOptions } from '../option.js'
import { findById, findByTitle, findLatest, type SessionFile } from './session-file.js'

/** Where a session comes from: it is new, or goes on with an earlier one. */
export interface Origin {
  readonly session: string
  readonly transcriptPath: string
  readonly parts: Pick<SessionParts, 'past' | 'from' | 'refusal'>
  /** What the earlier session was left with, where the profile takes it over. */
  readonly model?: string
  readonly mode?: PermissionMode
}

/**
 * Finds the conversation that the options ask for.
 * @param folder transcripts of the project.
 * @throws RaiderError `bad-option` where options exclude each other or the id is taken.
 */
export async function originOf(options: RaiderOptions, profile: Profile, folder: string): Promise<Origin> {
  refuseContradictions(options)
  const session = options.sessionId ?? newId()
  const transcriptPath = join(folder, `${session}.jsonl`)
  const found = await find(options, folder)
  if (found instanceof RaiderError) return { session, transcriptPath, parts: { refusal: found } }
  if (found === undefined) {
    if (options.sessionId !== undefined && existsSync(transcriptPath))
      throw new RaiderError(
        'bad-option',
        `Session ${session} is there already; go on with it by \`resume\`, or take another id.`,
      )
    return { session, transcriptPath, parts: {} }
  }
  const text = await readFile(found.file, 'utf8')
  const past = restore(text)
  const kept = profile.resumedState === 'model and mode' ? keptState(past) : {}
  if (options.forkSession !== true)
    return { session: found.session, transcriptPath: found.file, parts: { past }, ...kept }
  if (options.transcript !== false) await writeCopy(text, session, transcriptPath)
  return { session, transcriptPath, parts: { past, from: found.session }, ...kept }
}

function refuseContradictions({ resume, continue: latest, sessionId, forkSession }: RaiderOptions): void {
  const goesOn = resume !== undefined || latest === true
  if (goesOn && sessionId !== undefined && forkSession !== true)
    throw new RaiderError(
      'bad-option',
      'A session that goes on keeps its id: an id of your own needs a fork as well (--fork-session).',
    )
  if (forkSession === true && !goesOn)
    throw new RaiderError(
      'bad-option',
      'A fork needs a session to start from: name one (--resume), or take the latest (--continue).',
    )
}

async function find(options: RaiderOptions, folder: string): Promise<SessionFile | RaiderError | undefined> {
  const { resume: name } = options
  if (name === undefined) return options.continue === true ? findLatest(folder) : undefined
  const [found, ...others] = await findNamed(folder, name)
  if (found === undefined)
    return new RaiderError(
      'unknown-session',
      `There is no session ${name}: see \`raider sessions list\` for those there are.`,
      {
        data: { session: name },
      },
    )
  if (others.length === 0) return found
  const ids = [found, ...others].map((file) => file.session).join(', ')
  return new RaiderError('unknown-session', `Several sessions have the title "${name}": name one of ${ids}.`)
}

async function findNamed(folder: string, name: string): Promise<readonly SessionFile[]> {
  const byId = await findById(folder, name)
  return byId === undefined ? findByTitle(folder, name) : [byId]
}

/** Plan and bypassing are decisions of the moment. */
const keptState = ({ lastReply, mode }: Past): Pick<Origin, 'model' | 'mode'> => ({
  ...(lastReply !== undefined && { model: lastReply.model }),
  ...(mode !== undefined && mode !== 'plan' && mode !== 'bypassPermissions' && { mode }),
})

async function writeCopy(text: string, session: string, file: string): Promise<void> {
  await makeFolder(dirname(file), 0o700)
  await writeFile(file, copyTranscript(text, session), { mode: 0o600 })
}

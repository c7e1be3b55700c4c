import { RaiderError, messageOf } from '@raider/contracts'

/** True for the error of a file or folder that does not exist. */
export const isMissing = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException | null)?.code === 'ENOENT'

/** The `journal-failed` error for something that the file system refused. */
export const failure = (doing: 'read' | 'written' | 'opened', file: string, cause: unknown): RaiderError =>
  new RaiderError('journal-failed', `The journal ${file} could not be ${doing}: ${messageOf(cause)}.`, {
    cause,
    data: { file },
  })

import { stat } from 'node:fs/promises'

/** Modification time of a file in milliseconds; 0 for one that went away. */
export const changeTime = (path: string): Promise<number> =>
  stat(path).then(
    (stats) => stats.mtimeMs,
    () => 0,
  )

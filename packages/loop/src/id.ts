import { randomUUID } from 'node:crypto'

/**
 * A new UUID as one flat string. `randomUUID` joins it from two dozen pieces, all of which stay on the heap as long as the id
 * does: half a kilobyte for each, where many runs wait at once.
 */
export const newId = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1')

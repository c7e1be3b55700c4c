import { readFileSync } from 'node:fs'

/** True while a process with this id runs. */
export const isAlive = (pid: number): boolean => {
  try {
    // A zombie that nobody reaped yet is dead.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  } catch {
    return false
  }
}

/** Waits for a condition, at most five seconds. */
export const until = async (condition: () => boolean): Promise<void> => {
  const deadline = Date.now() + 5000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not come true within 5 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

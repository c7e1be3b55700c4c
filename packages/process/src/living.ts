import { signalGroup } from './group.js'

const living = new Set<number>()

const killAll = (): void => {
  for (const pid of living) signalGroup(pid, 'SIGKILL')
}

/**
 * Has a process group killed should this process exit before it: nobody would be left to end it. The returned function is to be
 * called once the group is over.
 */
export const dieTogether = (pid: number): (() => void) => {
  if (living.size === 0) process.on('exit', killAll)
  living.add(pid)
  return () => {
    living.delete(pid)
    if (living.size === 0) process.off('exit', killAll)
  }
}

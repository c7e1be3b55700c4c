/** Sends a signal to a whole process group. False where nobody is left in it. */
export const signalGroup = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(-pid, signal)
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code
    // ESRCH: the group is gone. EPERM: what is left of it belongs to another user (macOS: or is a zombie).
    if (code === 'ESRCH' || code === 'EPERM') return false
    throw thrown
  }
}

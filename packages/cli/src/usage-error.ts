/** A wrong command line: one line that says what to do, exit code 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

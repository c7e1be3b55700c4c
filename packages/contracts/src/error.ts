const brand = Symbol.for('raider.error')

/** Every code a `RaiderError` can carry, with what it means. */
export const errorCodes = {
  'bad-option': 'An option has a wrong value or excludes another one.',
  'bad-settings': 'A settings file could not be used.',
  'bad-script': 'A script of the script engine could not be used.',
  'duplicate-plugin': 'Two plugins have the same name.',
  'duplicate-tool': 'Two tools have the same name.',
  'untrusted-project': 'The project has guards and was not trusted.',
  'no-credentials': 'No key for the model was found.',
  'unknown-price': 'A cost budget was set for a model of unknown price.',
  'session-busy': 'The session already runs.',
  'session-closed': 'The session was closed.',
  'unknown-session': 'There is no session to go on with, or there are several of that title.',
  'journal-locked': 'Another process writes this journal.',
  'journal-failed': 'A journal could not be read or written.',
  'plugin-failed': 'A plugin threw while its session was made.',
} as const

/** Code of a `RaiderError`; the table says what each means. */
export type ErrorCode = keyof typeof errorCodes

/** The one error class that leaves Raider. The message says what happened, where, and what to do. */
export class RaiderError extends Error {
  readonly [brand] = true
  readonly code: ErrorCode
  /** Facts about the error, such as file, field, hook. */
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; data?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'RaiderError'
    this.code = code
    this.data = options.data ?? {}
  }
}

/** Works across copies of the package, unlike `instanceof`. */
export const isRaiderError = (value: unknown): value is RaiderError => value instanceof Error && brand in value

/** The message of anything thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

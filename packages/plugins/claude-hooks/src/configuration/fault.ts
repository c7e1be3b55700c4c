/** Something wrong at a place below the entry that is being read. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly problem: string
  /** The reference program minds it no more than an entry that is not there. */
  readonly mild?: true
}

export const fault = (problem: string, ...path: readonly (string | number)[]): Fault => ({ path, problem })

export const isFault = (value: object): value is Fault => 'problem' in value && 'path' in value

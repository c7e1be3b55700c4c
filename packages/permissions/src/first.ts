/** The first thing that is found for any of the values; undefined where nothing is. */
export const first = <T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined => {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}

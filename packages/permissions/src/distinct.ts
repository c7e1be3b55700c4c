/** The values without repetitions, in the order in which each comes first. */
export const distinct = <T>(values: readonly T[]): readonly T[] => {
  // Most lists are short, and then a set costs more than looking again.
  if (values.length > 8) return [...new Set(values)]
  return values.length < 2 ? values : values.filter((value, at) => values.indexOf(value) === at)
}

/** The last value for each key, in the order in which each key comes first. */
export const distinctBy = <T>(values: readonly T[], key: (value: T) => unknown): readonly T[] =>
  values.length < 2 ? values : [...new Map(values.map((value) => [key(value), value])).values()]

/** The values without repetitions, in the order in which each comes first. */
export const distinct = <T>(values: readonly T[]): readonly T[] => {
  // Most lists are short, and then a set costs more than looking again.
  if (values.length > 8) return [...new Set(values)]
  return values.length < 2 ? values : values.filter((value, at) => values.indexOf(value) === at)
}

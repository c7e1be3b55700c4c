/** The names that somebody may have meant by `name`: those that differ in case or by at most two edits, the nearest first. */
export const similarTo = (name: string, names: readonly string[]): readonly string[] => {
  const most = name.length < 5 ? 1 : 2
  return names
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ one }) => one)
}

/** Insertions, deletions and replacements that turn one text into the other. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [index, letter] of a.split('').entries()) {
    const next = [index + 1]
    for (const [at, other] of b.split('').entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}

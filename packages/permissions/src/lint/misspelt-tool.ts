/** Tools that rules are written for. */
const meant: readonly string[] = (
  'Agent AskUserQuestion Bash Edit ExitPlanMode Glob Grep LSP Monitor MultiEdit NotebookEdit Read Skill TaskStop ' +
  'TodoWrite WebFetch WebSearch Write'
).split(' ')

/** No slip, though it looks like one: a tool of earlier days. */
const former = 'LS'

/** The built-in tool that was meant by a name which differs from its own by its case or one slip of the pen. */
export const toolMeantBy = (name: string): string | undefined =>
  meant.includes(name) || name === former
    ? undefined
    : meant.find((tool) => isOneSlip(tool.toLowerCase(), name.toLowerCase()))

/** One letter left out, added or replaced, or two neighbours swapped. */
const isOneSlip = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isSwap = one.length === 2 && other === one.slice(1) + one.slice(0, 1)
  return isSwap || (one.length <= 1 && other.length <= 1)
}

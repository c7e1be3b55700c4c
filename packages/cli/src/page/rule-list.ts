/** Takes lists of rules apart at commas and white space, except within parentheses: `Bash(git log *),Read Edit` are three. */
export const splitRules = (lists: readonly string[]): readonly string[] => lists.flatMap(split)

function split(list: string): readonly string[] {
  const rules: string[] = []
  let rule = ''
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth <= 0 && /[\s,]/.test(character)) {
      rules.push(rule)
      rule = ''
    } else rule += character
  }
  return [...rules, rule].filter((text) => text !== '')
}

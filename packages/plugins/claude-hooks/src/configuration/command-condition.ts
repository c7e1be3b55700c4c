import {
  matchesPattern,
  parsePattern,
  parseShell,
  type ShellExpansion,
  type ShellPart,
  type ShellScript,
  type ShellSyntax,
  type ShellWord,
} from '@raider/permissions'

/**
 * How much of a command line cannot be known before it runs: nothing; an argument of its one command, so that conditions on more
 * than the command's name hold; or so much that all of them hold. (Claude Code 2.1.332, seen on 130 command lines.)
 */
type Doubt = 'none' | 'argument' | 'whole'

/** Does a hook with the condition `Bash(pattern)` run for this command line? */
export const commandRuns = (specifier: string, command: unknown, homeDir: string): boolean => {
  if (typeof command !== 'string') return false
  const script = parseShell(command, { HOME: homeDir })
  const doubt = doubtOf(script)
  if (doubt === 'whole' || (doubt === 'argument' && !namesCommandOnly(specifier))) return true
  const pattern = parsePattern(specifier)
  return [...keywordText(script, command), ...script.parts.flatMap(textsOf)].some((text) =>
    matchesPattern(pattern, text),
  )
}

/** `time git push` is a command of its own name, and the one behind the keyword: a condition may mean either. */
const keywordText = ({ syntax }: ShellScript, command: string): readonly string[] =>
  syntax.has('time') || syntax.has('coprocess') ? [command.trim()] : []

/** `git *`, `git:*`, `gi*`: what the arguments are does not matter to them. */
const namesCommandOnly = (specifier: string): boolean => /^[^\s*]+[ :]?\*$/.test(specifier)

/** A command as it was written and as the shell will read it; `xargs` without options is looked through. */
const textsOf = ({ command, words }: ShellPart): readonly string[] => {
  const values = words.map((word) => word.value)
  const [name, next = '-'] = values
  const behindXargs = name === 'xargs' && !next.startsWith('-') ? [values.slice(1).join(' ')] : []
  return [command, values.join(' '), ...behindXargs]
}

/** Syntax around commands that is not looked into. */
const opaque: readonly ShellSyntax[] = [
  'process substitution',
  'group',
  'case',
  'function',
  'arithmetic command',
  'counting loop',
  'select loop',
]

const doubtOf = (script: ShellScript): Doubt => {
  if (script.problem !== undefined || opaque.some((syntax) => script.syntax.has(syntax))) return 'whole'
  const doubts = new Set(script.parts.map(partDoubt))
  // What a loop gives to its variable is not followed (seen).
  if (doubts.has('whole') || (script.syntax.has('for loop') && script.parts.some(hasVariable))) return 'whole'
  if (!doubts.has('argument')) return 'none'
  return script.parts.filter((part) => !part.substituted).length === 1 ? 'argument' : 'whole'
}

const hasVariable = ({ words }: ShellPart): boolean =>
  words.some(({ expansions }) => expansions.some(({ kind }) => kind === 'variable'))

const partDoubt = ({ words: [name, ...words], assignments, redirects }: ShellPart): Doubt => {
  const certain =
    (name === undefined || wordDoubt(name) === 'none') &&
    assignments.every(({ value }) => value !== undefined && isSettled(value)) &&
    redirects.every(({ expands, target }) => !expands && (target === undefined || isSettled(target)))
  if (!certain) return 'whole'
  const doubts = new Set(words.map(wordDoubt))
  return doubts.has('whole') ? 'whole' : doubts.has('argument') ? 'argument' : 'none'
}

/** A value that a command is not matched against: substitutions in it are commands of their own. */
const isSettled = (word: ShellWord): boolean =>
  wordDoubt(word) === 'none' || word.expansions.every((expansion) => expansion.kind === 'command')

/** `$'…'`, `$"…"` and `$[…]`. */
const rareQuote = /\$['"[]/

const wordDoubt = (word: ShellWord): Doubt => {
  if (rareQuote.test(word.text)) return 'whole'
  const doubts = new Set(word.expansions.map((expansion) => expansionDoubt(expansion, word)))
  return doubts.has('whole') ? 'whole' : doubts.has('argument') ? 'argument' : 'none'
}

const expansionDoubt = ({ kind, quoted, braced, known }: ShellExpansion, word: ShellWord): Doubt => {
  // The only unknown of a word whose value is a single hole is the word itself.
  const whole = word.dynamic && word.value.length === 1
  switch (kind) {
    case 'glob':
    case 'tilde':
      return 'none'
    case 'command':
      return whole || !quoted ? 'argument' : 'none'
    case 'arithmetic':
      return known ? 'none' : 'whole'
    case 'variable':
      if (braced) return 'whole'
      if (known && !word.dynamic) return 'none'
      return whole && !quoted && !known ? 'argument' : 'whole'
    case 'parameter':
    case 'process':
    case 'brace':
      return 'whole'
  }
}

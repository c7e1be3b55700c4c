import type { Word, WordPart } from 'unbash'

/** Something in a word that the shell replaces when it runs. */
export interface ShellExpansion {
  readonly kind: 'variable' | 'parameter' | 'command' | 'process' | 'arithmetic' | 'brace' | 'glob' | 'tilde'
  /** Name of the variable. */
  readonly name?: string
  /** Inside double quotes. */
  readonly quoted: boolean
  /** Written with braces. */
  readonly braced: boolean
  /** Its value is known from the line itself or was given. */
  readonly known: boolean
}

/** Stands in a word's value for what is not known before it runs. */
export const hole = '\0'

/** One word of a command. */
export interface ShellWord {
  /** As written. */
  readonly text: string
  /** Without quotes, known variables resolved, with a `hole` for each part that is not known. */
  readonly value: string
  /** As a path: like `value`, but `~` stands for the home folder only where it was not quoted. */
  readonly path: string
  /** Like `value`, but with holes also for variables assigned in the line, whose last value is only likely, and for globs. */
  readonly open: string
  /** True where `value` has holes. */
  readonly dynamic: boolean
  /** Has an unquoted `*`, `?` or `[…]`. */
  readonly glob: boolean
  readonly expansions: readonly ShellExpansion[]
  /** All it may mean as a path, where it has a variable whose values all stand in the line, as that of a loop. */
  readonly alternatives?: readonly string[]
}

/** A word that may turn out to be anything. */
export const unknownWord: ShellWord = {
  text: hole,
  value: hole,
  path: hole,
  open: hole,
  dynamic: true,
  glob: false,
  expansions: [],
}

/** What is known of variables before a line is read. */
export interface ShellVariables {
  /** Values from outside. */
  readonly given: ReadonlyMap<string, string>
  /** Those that have more than one value in the line, so that none is likely. */
  readonly unsure: ReadonlySet<string>
  /** Every value of those whose values are all known. */
  readonly choices: ReadonlyMap<string, readonly string[]>
}

/** The value of a piece of a word, twice: as far as can be told, and as far as is certain. */
type Piece = readonly [value: string, open: string]

/** Makes a reader of words that resolves variables; those that the line assigns may change between readings. */
export const createWordReader = (variables: ShellVariables, assigned: ReadonlyMap<string, string>) => {
  /** One value that a variable is taken to have. */
  let supposed: { readonly name: string; readonly value: string } | undefined

  const read = (word: Word): ShellWord =>
    word.parts === undefined && !word.text.startsWith('~') ? literalWord(word) : readParts(word)

  const readParts = (word: Word): ShellWord => {
    const expansions: ShellExpansion[] = []
    const tilde = word.text.startsWith('~')
    const atHome = tilde && variables.given.has('HOME') && /^~(\/|$)/.test(word.text)
    const [value, open] = word.parts === undefined ? certain(word.value) : join(word.parts, false, expansions)
    if (tilde) expansions.push({ kind: 'tilde', quoted: false, braced: false, known: atHome })
    // A quoted tilde names a file of that name; without a certain HOME it may be anything.
    const path = !value.startsWith('~') ? value : !tilde ? `./${value}` : atHome ? value : hole
    const alternatives = alternativesOf(word, expansions)
    return {
      text: word.text,
      value,
      path,
      open,
      dynamic: path.includes(hole),
      glob: expansions.some((expansion) => expansion.kind === 'glob'),
      expansions,
      ...(alternatives !== undefined && { alternatives }),
    }
  }

  const alternativesOf = ({ parts }: Word, expansions: readonly ShellExpansion[]): readonly string[] | undefined => {
    const name = expansions.find((expansion) => variables.choices.has(expansion.name ?? ''))?.name
    const values = name === undefined ? undefined : variables.choices.get(name)
    if (parts === undefined || name === undefined || values === undefined) return undefined
    const texts = values.map((value) => {
      supposed = { name, value }
      return join(parts, false, [])[0]
    })
    supposed = undefined
    return texts.some((text) => text.includes(hole)) ? undefined : texts
  }

  const join = (parts: readonly WordPart[], quoted: boolean, expansions: ShellExpansion[]): Piece => {
    let [value, open] = ['', '']
    for (const part of parts) {
      const read = piece(part, quoted, expansions)
      value += read[0]
      open += read[1]
    }
    return [value, open]
  }

  const piece = (part: WordPart, quoted: boolean, expansions: ShellExpansion[]): Piece => {
    const unknown = (kind: ShellExpansion['kind'], known = false): Piece => {
      expansions.push({ kind, quoted, braced: false, known })
      return [hole, hole]
    }
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        return certain(part.value)
      case 'AnsiCQuoted':
        // Bash reads `\x{72}`, which the parser does not.
        return part.text.includes('\\x{') ? [hole, hole] : certain(part.value)
      case 'DoubleQuoted':
      case 'LocaleString':
        return join(part.parts, true, expansions)
      case 'Glob':
        unknown('glob')
        return [part.value, hole]
      case 'ExtendedGlob':
        return unknown('glob')
      case 'SimpleExpansion':
        return variable(part.text.slice(1), { quoted, braced: false }, expansions)
      case 'ParameterExpansion':
        return part.operation === undefined && part.index === undefined && part.prefix === undefined
          ? variable(part.parameter, { quoted, braced: true }, expansions)
          : unknown('parameter')
      case 'CommandExpansion':
        return unknown('command')
      case 'ProcessSubstitution':
        return unknown('process')
      case 'BraceExpansion':
        return unknown('brace')
      case 'ArithmeticExpansion':
        return unknown('arithmetic', isNumeric(part.text.slice('$'.length)))
    }
  }

  const variable = (
    name: string,
    form: { readonly quoted: boolean; readonly braced: boolean },
    expansions: ShellExpansion[],
  ): Piece => {
    if (supposed?.name === name) return certain(supposed.value)
    const likely = variables.unsure.has(name) ? hole : assigned.get(name)
    const given = likely === undefined ? variables.given.get(name) : undefined
    expansions.push({ kind: 'variable', name, ...form, known: given !== undefined || likely !== undefined })
    return given === undefined ? [likely ?? hole, hole] : certain(given)
  }

  return read
}

/** Is this arithmetic over numbers alone, which runs nothing whatever variables hold? */
export const isNumeric = (text: string): boolean => /^[\d\s+*/%()<>=!&|^~?:,-]*$/.test(text)

/** A word in which the shell replaces nothing, as most are. */
const literalWord = ({ text, value }: Word): ShellWord => ({
  text,
  value,
  path: value.startsWith('~') ? `./${value}` : value,
  open: value,
  dynamic: value.includes(hole),
  glob: false,
  expansions: [],
})

const certain = (value: string): Piece => [value, value]

/** The text that a variable holds after an assignment, as far as evaluation is concerned; a hole where it may be any. */
export const heldBy = ({ value, text, dynamic, expansions }: ShellWord): string => {
  if (!dynamic) return value
  const plain = expansions.every(
    ({ kind, name }) => kind === 'arithmetic' || (kind === 'variable' && name !== undefined),
  )
  if (!plain || text.includes("$'")) return hole
  return expansions.every(({ kind, name }) => kind === 'arithmetic' || /^[#?$!]$/.test(name ?? '')) ? '0' : text
}

import { forEachChild, parse, type ParsedScript, type SyntaxNode, type Word } from 'unbash'
import { assignedIn, positional, variableUse } from './shell-builtin.js'
import { evaluatedTexts, namedDescriptor, type ShellValues } from './shell-evaluation.js'
import { createWordReader, heldBy, hole, unknownWord, type ShellVariables, type ShellWord } from './shell-word.js'

/** `NAME=value` before a command or alone. */
export interface ShellAssignment {
  readonly name: string
  /** Undefined for arrays. */
  readonly value: ShellWord | undefined
}

/** A redirection of one command, or of a whole loop or group around it. */
export interface ShellRedirect {
  readonly access: 'read' | 'write' | 'text' | 'descriptor'
  /** File, or the text of a here-string; undefined for here-documents. */
  readonly target: ShellWord | undefined
  /** True for a here-document in which the shell expands variables and commands. */
  readonly expands: boolean
}

/** One simple command of a command line, wherever it stands; without words for syntax that evaluates or redirects something. */
export interface ShellPart {
  /** As written, assignments and redirections included. */
  readonly text: string
  /** Its words as written, without assignments and redirections; empty for plain assignments. */
  readonly command: string
  readonly assignments: readonly ShellAssignment[]
  /** Command name and arguments. */
  readonly words: readonly ShellWord[]
  readonly redirects: readonly ShellRedirect[]
  /** Targets of `cd` commands that may have run before it; undefined for a `cd` to a folder unknown here. */
  readonly cds: readonly (string | undefined)[]
  /** Inside `$(…)`, backticks, `<(…)` or the operand of a parameter expansion. */
  readonly substituted: boolean
  /** Texts that the shell evaluates for it: arithmetic, subscripts, names of names. They may run commands that variables hold. */
  readonly evaluated: readonly string[]
}

/** Syntax that says more than "run these commands one after the other". */
export type ShellSyntax =
  | 'substitution'
  | 'process substitution'
  | 'subshell'
  | 'group'
  | 'background job'
  | 'case'
  | 'for loop'
  | 'while loop'
  | 'function'
  | 'coprocess'
  | 'arithmetic command'
  | 'test command'
  | 'time'
  | 'invisible character'

/** A command line, taken apart. */
export interface ShellScript {
  /** Simple commands in the order of the text; those of substitutions follow the command that holds them. */
  readonly parts: readonly ShellPart[]
  readonly syntax: ReadonlySet<ShellSyntax>
  readonly values: ShellValues
  /** Set where the text cannot be understood; `parts` then holds what could be made out. */
  readonly problem?: string
}

/** Longer command lines are not taken apart (Claude Code 2.1.332, seen). */
const maxLength = 10_000

/** Substitutions within substitutions that are followed. */
const maxDepth = 50

/** Characters that are not seen for what they are, or not at all: white space other than the shell's, controls, changes of direction. */
const invisible =
  /[\p{Z}\p{Cc}\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF](?<![ \t\n])/u

/**
 * Takes a command line apart into its simple commands. `variables` gives values that expansions shall be resolved with; values
 * assigned in the line itself are added to them.
 */
export const parseShell = (command: string, variables: Readonly<Record<string, string>> = {}): ShellScript => {
  if (command.length > maxLength) {
    const values: ShellValues = { of: new Map(), choices: new Map(), wild: true }
    return { parts: [], syntax: new Set(), values, problem: `longer than ${maxLength} characters` }
  }
  const tree = parse(command)
  const known = new Map(Object.entries(variables))
  const script = collect(tree, command, createReading(known))
  const { of: assigned, wild } = script.values
  if (assigned.size === 0 && !wild) return script
  // Loops and functions run commands in another order than that of the text, so what was found out counts from the start.
  const given = new Map(Array.from(known).filter(([name]) => !wild && !assigned.has(name)))
  const reading = createReading(given, script.values)
  const again = given.size < known.size || reading.unsure.size > 0 || reading.choices.size > 0
  return again ? collect(tree, command, reading) : script
}

const createReading = (given: ReadonlyMap<string, string>, values?: ShellValues): ShellVariables => {
  // One value that stands in the line as it is needs no second reading.
  const choices = Array.from(values?.wild === false ? values.choices : []).filter(
    ([name, all]) => all.length > 1 || values?.of.get(name)?.[0] !== all[0],
  )
  return {
    given,
    assigned: new Map(),
    unsure: new Set(Array.from(values?.of ?? []).flatMap(([name, held]) => (held.length > 1 ? [name] : []))),
    choices: new Map(choices.filter(([, all]) => all.length <= maxChoices && !all.some((text) => text.includes(hole)))),
  }
}

/** Most values of a variable that are followed. */
const maxChoices = 50

const collect = (tree: ParsedScript, command: string, variables: ShellVariables): ShellScript => {
  const collector = createCollector(variables)
  const problem = collector.script(tree, command) ?? (command.includes('\0') ? 'it has a NUL character' : undefined)
  if (invisible.test(command)) collector.syntax.add('invisible character')
  const { parts, syntax } = collector
  return { parts, syntax, values: collector.values(), ...(problem !== undefined && { problem }) }
}

/** What is in force at a place of the tree. */
interface Place {
  readonly source: string
  readonly substituted: boolean
  /** Redirections of the groups around it. */
  readonly redirects: readonly ShellRedirect[]
}

const syntaxOf: Readonly<Partial<Record<SyntaxNode['type'], ShellSyntax>>> = {
  CommandExpansion: 'substitution',
  ArithmeticCommandExpansion: 'substitution',
  ProcessSubstitution: 'process substitution',
  Subshell: 'subshell',
  BraceGroup: 'group',
  Case: 'case',
  For: 'for loop',
  ArithmeticFor: 'for loop',
  Select: 'for loop',
  While: 'while loop',
  Time: 'time',
  Function: 'function',
  Coproc: 'coprocess',
  ArithmeticCommand: 'arithmetic command',
  TestCommand: 'test command',
}

type CommandNode = Extract<SyntaxNode, { type: 'Command' }>
type RedirectNode = CommandNode['redirects'][number]

const createCollector = (variables: ShellVariables) => {
  const parts: ShellPart[] = []
  const syntax = new Set<ShellSyntax>()
  const values = new Map<string, string[]>()
  const choices = new Map<string, string[]>()
  const assigned = new Map<string, string>()
  const read = createWordReader({ ...variables, assigned })
  let wild = false
  let cds: readonly (string | undefined)[] = []
  let problem: string | undefined
  let depth = 0

  const script = (node: ParsedScript, source: string, place?: Place): string | undefined => {
    problem ??= depth < maxDepth ? node.errors?.[0]?.message : 'nested too deeply'
    if (depth >= maxDepth) return problem
    depth++
    // Commands in escaped backticks have a source of their own, which their positions refer to.
    const inner: Place = { substituted: false, redirects: [], ...place, source: node.source ?? source }
    forEachChild(node, (child) => visit(child, inner))
    depth--
    return problem
  }

  const visit = (node: SyntaxNode, place: Place): void => {
    const found = syntaxOf[node.type]
    if (found !== undefined) syntax.add(found)
    if (node.type === 'Statement' && node.background === true) syntax.add('background job')
    if (node.type === 'Script') return void script(node, place.source, { ...place, substituted: true })
    if (node.type === 'Command') return command(node, place)
    if (node.type === 'Redirected') return redirected(node, place)
    if (node.type === 'TestCommand') return testCommand(node, place)
    if (node.type === 'Assignment') assign(node)
    bind(node)
    const evaluated = evaluatedBy(node, place)
    if (evaluated.length > 0) add(node, place, { evaluated })
    forEachChild(node, (child) => visit(child, place))
  }

  const add = (node: SyntaxNode, place: Place, part: Partial<ShellPart>): void => {
    parts.push({
      text: place.source.slice(node.pos, node.end),
      command: part.command ?? '',
      assignments: part.assignments ?? [],
      words: part.words ?? [],
      redirects: part.redirects ?? place.redirects,
      cds,
      substituted: place.substituted,
      evaluated: part.evaluated ?? [],
    })
  }

  const redirected = (node: Extract<SyntaxNode, { type: 'Redirected' }>, place: Place): void => {
    const redirects = [...place.redirects, ...node.redirects.map(redirect)]
    const before = parts.length
    visit(node.command, { ...place, redirects })
    if (parts.length === before) add(node, place, { redirects })
    for (const inner of node.redirects) nested(inner, place, [])
  }

  const command = (node: CommandNode, place: Place): void => {
    const suffix = node.suffix.filter((entry) => entry.type === 'Word' || entry.type === 'Assignment')
    const words = [...(node.name === undefined ? [] : [read(node.name)]), ...suffix.map((entry) => readArgument(entry))]
    const assignments = node.prefix.filter((entry) => entry.type === 'Assignment').map(assign)
    const use = variableUse(words)
    const evaluated = [...use.evaluates, ...node.redirects.flatMap(({ descriptor }) => namedDescriptor(descriptor))]
    const redirects = [...node.redirects.map(redirect), ...place.redirects]
    add(node, place, { command: commandText(node, place.source), assignments, words, redirects, evaluated })
    for (const [name, value] of use.assigns) give(name, value)
    for (const name of use.evaluates.flatMap(assignedIn)) give(name, hole, '0')
    wild ||= use.wild
    const target = folderChange(words)
    if (target !== undefined) cds = [...cds, target.value]
    forEachChild(node, (child) => nested(child, place, evaluated))
  }

  const testCommand = (node: Extract<SyntaxNode, { type: 'TestCommand' }>, place: Place): void => {
    const words = [operatorWord({ ...node, operator: '[[' }), ...testWords(node)].map(read)
    const evaluated = [...variableUse(words).evaluates]
    add(node, place, { command: place.source.slice(node.pos, node.end), words, evaluated })
    forEachChild(node, (child) => nested(child, place, evaluated))
  }

  /** Commands and evaluated texts hidden in words, wherever they stand. */
  const nested = (node: SyntaxNode, place: Place, evaluated: string[]): void => {
    if (node.type === 'Script') return visit(node, place)
    const found = syntaxOf[node.type]
    if (found !== undefined) syntax.add(found)
    evaluated.push(...evaluatedBy(node, place))
    forEachChild(node, (child) => nested(child, place, evaluated))
  }

  /** Texts that the shell evaluates for this node itself. */
  const evaluatedBy = (node: SyntaxNode, { source }: Place): readonly string[] => {
    const texts = evaluatedTexts(node, source)
    for (const name of texts.flatMap(assignedIn)) give(name, hole, '0')
    return texts
  }

  const readArgument = (entry: Extract<SyntaxNode, { type: 'Word' | 'Assignment' }>): ShellWord =>
    entry.type === 'Word' ? read(entry) : read({ ...plainWord(entry), parts: valueParts(entry) })

  const give = (name: string, value: string, held = value, choice = value): void => {
    assigned.set(name, value)
    append(values, name, held)
    append(choices, name, choice)
  }

  /** Variables that syntax gives values to: loops, and the arguments of functions. */
  const bind = (node: SyntaxNode): void => {
    if (node.type === 'Function') give(positional, hole)
    else if (node.type === 'Select') give('REPLY', hole)
    if (node.type !== 'For' && node.type !== 'Select') return
    for (const { open, path } of node.wordlist?.map(read) ?? [unknownWord]) give(node.name.value, open, open, path)
  }

  const assign = (node: Extract<SyntaxNode, { type: 'Assignment' }>): ShellAssignment => {
    const value = node.value.type === 'Word' ? read(node.value) : undefined
    const plain = value !== undefined && node.append !== true && node.index === undefined
    if (plain) give(node.name, value.value, heldBy(value))
    else give(node.name, hole)
    return { name: node.name, value }
  }

  const redirect = (node: RedirectNode): ShellRedirect => {
    if (node.type === 'HereDoc') {
      return { access: 'text', target: undefined, expands: node.delimiter?.quoted !== true }
    }
    const target = node.target === undefined ? undefined : read(node.target)
    if (node.type === 'HereString') return { access: 'text', target, expands: false }
    const descriptor = /^[<>]&$/.test(node.operator) && /^(\d+-?|-)$/.test(target?.value ?? '-')
    const access = descriptor ? 'descriptor' : node.operator === '<' || node.operator === '<&' ? 'read' : 'write'
    return { access, target, expands: false }
  }

  return { parts, syntax, script, values: (): ShellValues => ({ of: values, choices, wild }) }
}

const append = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** An assignment among the arguments, as of `export A=1`, is a word to the command. */
const plainWord = (node: Extract<SyntaxNode, { type: 'Assignment' }>) => ({
  type: 'Word' as const,
  text: node.text,
  value: node.text,
  pos: node.pos,
  end: node.end,
})

/** The operators and operands of a `[[ … ]]` in their order. */
const testWords = (node: SyntaxNode): readonly Word[] => {
  if (node.type === 'TestUnary') return [operatorWord(node), node.operand]
  if (node.type === 'TestBinary') return [node.left, operatorWord(node), node.right]
  const found: Word[] = []
  forEachChild(node, (child) => void found.push(...testWords(child)))
  return found
}

const operatorWord = ({ operator, pos, end }: { operator: string; pos: number; end: number }): Word => ({
  type: 'Word',
  text: operator,
  value: operator,
  pos,
  end,
})

const valueParts = (node: Extract<SyntaxNode, { type: 'Assignment' }>) => {
  if (node.value.type !== 'Word' || node.value.parts === undefined) return undefined
  const head = node.text.slice(0, node.value.pos - node.pos)
  return [
    { type: 'Literal' as const, value: head, text: head, pos: node.pos, end: node.value.pos },
    ...node.value.parts,
  ]
}

/** The words as written; a redirection between them is cut out. */
const commandText = (node: CommandNode, source: string): string => {
  const first = node.name
  if (first === undefined) return ''
  const last = node.args.at(-1) ?? first
  const inner = node.redirects.filter((entry) => entry.pos > first.pos && entry.end <= last.pos)
  const ends = [...inner.map((entry) => entry.pos), last.end]
  const starts = [first.pos, ...inner.map((entry) => entry.end)]
  return starts
    .map((start, index) => source.slice(start, ends[index]).trim())
    .filter((text) => text !== '')
    .join(' ')
}

/** The folder a command changes to; undefined where it changes to none. */
const folderChange = (words: readonly ShellWord[]): { readonly value: string | undefined } | undefined => {
  const [name, ...rest] = words
  if (name === undefined || name.dynamic) return undefined
  if (name.value === 'pushd' || name.value === 'popd') return { value: undefined }
  if (name.value !== 'cd') return undefined
  const [target, ...more] = rest.filter((word) => !/^(-[LPe@]+|--)$/.test(word.value))
  if (target === undefined) return { value: '~' }
  return {
    value: more.length > 0 || target.dynamic || target.glob || target.value.startsWith('-') ? undefined : target.path,
  }
}

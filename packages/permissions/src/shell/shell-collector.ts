import { forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash'
import { assignedIn, positional, variableUse } from './shell-builtin.js'
import { evaluatedTexts, namedDescriptor } from './shell-evaluation.js'
import { commandText, folderChange, syntaxOf, testWords, wordsOf, type NodeOf } from './shell-node.js'
import type { ShellAssignment, ShellPart, ShellRedirect, ShellScript, ShellSyntax } from './shell-script.js'
import { createWordReader, heldBy, hole, unknownWord, type ShellVariables, type ShellWord } from './shell-word.js'

/** Finds the simple commands of a syntax tree, with what the line does with variables and folders on the way to each of them. */
export const collectCommands = (tree: ParsedScript, source: string, variables: ShellVariables): ShellScript =>
  new CommandCollector(variables).collect(tree, source)

/** Substitutions within substitutions that are followed. */
const maxDepth = 50

/** What is in force at a place of the tree. */
interface Place {
  readonly source: string
  readonly substituted: boolean
  /** Redirections of the groups around it. */
  readonly redirects: readonly ShellRedirect[]
}

/** Walks a tree in the order of the text. */
class CommandCollector {
  readonly #parts: ShellPart[] = []
  readonly #syntax = new Set<ShellSyntax>()
  readonly #values = new Map<string, string[]>()
  readonly #choices = new Map<string, string[]>()
  /** The last value of each variable so far. */
  readonly #assigned = new Map<string, string>()
  readonly #read: (word: Word) => ShellWord
  #wild = false
  #cds: ShellScript['cds'] = []
  #problem: string | undefined
  #depth = 0

  constructor(variables: ShellVariables) {
    this.#read = createWordReader(variables, this.#assigned)
  }

  collect(tree: ParsedScript, source: string): ShellScript {
    this.#script(tree, { source, substituted: false, redirects: [] })
    const problem = this.#problem
    return {
      parts: this.#parts,
      syntax: this.#syntax,
      cds: this.#cds,
      values: { of: this.#values, choices: this.#choices, wild: this.#wild },
      ...(problem !== undefined && { problem }),
    }
  }

  #script(node: ParsedScript, place: Place): void {
    this.#problem ??= this.#depth < maxDepth ? node.errors?.[0]?.message : 'nested too deeply'
    if (this.#depth >= maxDepth) return
    this.#depth++
    // Commands in escaped backticks have a source of their own, which their positions refer to.
    const inner = node.source === undefined ? place : { ...place, source: node.source }
    forEachChild(node, (child) => this.#visit(child, inner))
    this.#depth--
  }

  #visit(node: SyntaxNode, place: Place): void {
    this.#recordSyntax(node)
    if (node.type === 'Script') return this.#script(node, { ...place, substituted: true })
    if (node.type === 'Command') return this.#command(node, place)
    if (node.type === 'Redirected') return this.#redirected(node, place)
    if (node.type === 'TestCommand') return this.#testCommand(node, place)
    if (node.type === 'Assignment') this.#assign(node)
    this.#bind(node)
    const evaluated = this.#evaluatedBy(node, place)
    if (evaluated.length > 0) this.#add(node, place, { evaluated })
    forEachChild(node, (child) => this.#visit(child, place))
  }

  #recordSyntax(node: SyntaxNode): void {
    const found = syntaxOf[node.type]
    if (found !== undefined) this.#syntax.add(found)
    if (node.type === 'Statement' && node.background === true) this.#syntax.add('background job')
    if (node.type === 'Pipeline' && node.commands.length > 1) this.#syntax.add('pipe')
  }

  #add(node: SyntaxNode, { source, substituted, redirects }: Place, part: Partial<ShellPart>): void {
    this.#parts.push({
      text: source.slice(node.pos, node.end),
      command: part.command ?? '',
      assignments: part.assignments ?? [],
      words: part.words ?? [],
      redirects: part.redirects ?? redirects,
      cds: this.#cds,
      substituted,
      evaluated: part.evaluated ?? [],
    })
  }

  #redirected(node: NodeOf<'Redirected'>, place: Place): void {
    const redirects = [...place.redirects, ...node.redirects.map((entry) => this.#redirect(entry))]
    const before = this.#parts.length
    this.#visit(node.command, { ...place, redirects })
    if (this.#parts.length === before) this.#add(node, place, { redirects })
    for (const inner of node.redirects) this.#nested(inner, place, [])
  }

  #command(node: NodeOf<'Command'>, place: Place): void {
    const words = wordsOf(node).map(this.#read)
    const assignments = node.prefix.flatMap((entry) => (entry.type === 'Assignment' ? [this.#assign(entry)] : []))
    const use = variableUse(words)
    const evaluated = [...use.evaluates, ...node.redirects.flatMap(({ descriptor }) => namedDescriptor(descriptor))]
    const redirects = [...node.redirects.map((entry) => this.#redirect(entry)), ...place.redirects]
    this.#add(node, place, { command: commandText(node, place.source), assignments, words, redirects, evaluated })
    for (const [name, value] of use.assigns) this.#give(name, value)
    this.#giveNumbers(use.evaluates)
    this.#wild ||= use.wild
    const target = folderChange(words)
    if (target !== undefined) this.#cds = [...this.#cds, target.value]
    forEachChild(node, (child) => this.#nested(child, place, evaluated))
  }

  #testCommand(node: NodeOf<'TestCommand'>, place: Place): void {
    const words = testWords(node).map(this.#read)
    const evaluated = [...variableUse(words).evaluates]
    this.#add(node, place, { command: place.source.slice(node.pos, node.end), words, evaluated })
    forEachChild(node, (child) => this.#nested(child, place, evaluated))
  }

  /** Commands and evaluated texts hidden in words, wherever they stand. */
  #nested(node: SyntaxNode, place: Place, evaluated: string[]): void {
    if (node.type === 'Script') return this.#visit(node, place)
    if (node.type === 'Word' && node.parts === undefined) return
    const found = syntaxOf[node.type]
    if (found !== undefined) this.#syntax.add(found)
    evaluated.push(...this.#evaluatedBy(node, place))
    forEachChild(node, (child) => this.#nested(child, place, evaluated))
  }

  /** Texts that the shell evaluates for this node itself. */
  #evaluatedBy(node: SyntaxNode, { source }: Place): readonly string[] {
    const texts = evaluatedTexts(node, source)
    this.#giveNumbers(texts)
    return texts
  }

  /** Variables that arithmetic assigns. */
  #giveNumbers(texts: readonly string[]): void {
    for (const name of texts.flatMap(assignedIn)) this.#give(name, hole, '0')
  }

  #give(name: string, value: string, held = value, choice = value): void {
    this.#assigned.set(name, value)
    append(this.#values, name, held)
    append(this.#choices, name, choice)
  }

  /** Variables that syntax gives values to: loops, and the arguments of functions. */
  #bind(node: SyntaxNode): void {
    if (node.type === 'Function') this.#give(positional, hole)
    else if (node.type === 'Select') this.#give('REPLY', hole)
    if (node.type !== 'For' && node.type !== 'Select') return
    const values = node.wordlist?.map(this.#read) ?? [unknownWord]
    for (const { open, path } of values) this.#give(node.name.value, open, open, path)
  }

  #assign(node: NodeOf<'Assignment'>): ShellAssignment {
    const value = node.value.type === 'Word' ? this.#read(node.value) : undefined
    const plain = node.append !== true && node.index === undefined
    if (plain && value !== undefined) this.#give(node.name, value.value, heldBy(value))
    else this.#give(node.name, hole)
    return { name: node.name, value, plain }
  }

  #redirect(node: NodeOf<'Command'>['redirects'][number]): ShellRedirect {
    if (node.type === 'HereDoc') {
      return { access: 'text', target: undefined, expands: node.delimiter?.quoted !== true }
    }
    const target = node.target === undefined ? undefined : this.#read(node.target)
    if (node.type === 'HereString') return { access: 'text', target, expands: false }
    const descriptor = /^[<>]&$/.test(node.operator) && /^(\d+-?|-)$/.test(target?.value ?? '-')
    const access = descriptor ? 'descriptor' : node.operator === '<' || node.operator === '<&' ? 'read' : 'write'
    return { access, target, expands: false }
  }
}

const append = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

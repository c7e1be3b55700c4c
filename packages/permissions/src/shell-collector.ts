import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash'
import { assignedIn, positional, variableUse } from './shell-builtin.js'
import { evaluatedTexts, namedDescriptor, type ShellValues } from './shell-evaluation.js'
import { commandText, folderChange, syntaxOf, testWords, wordsOf, type NodeOf } from './shell-node.js'
import type { ShellAssignment, ShellPart, ShellRedirect, ShellScript, ShellSyntax } from './shell-script.js'
import { createWordReader, heldBy, hole, unknownWord, type ShellVariables } from './shell-word.js'

/** Finds the simple commands of a syntax tree, with what the line does with variables and folders on the way to each of them. */
export const collectCommands = (tree: ParsedScript, source: string, variables: ShellVariables): ShellScript => {
  const collector = createCollector(variables)
  const problem = collector.script(tree, source)
  const { parts, syntax } = collector
  return { parts, syntax, cds: collector.cds(), values: collector.values(), ...(problem !== undefined && { problem }) }
}

/** Substitutions within substitutions that are followed. */
const maxDepth = 50

/** What is in force at a place of the tree. */
interface Place {
  readonly source: string
  readonly substituted: boolean
  /** Redirections of the groups around it. */
  readonly redirects: readonly ShellRedirect[]
}

const createCollector = (variables: ShellVariables) => {
  const parts: ShellPart[] = []
  const syntax = new Set<ShellSyntax>()
  const values = new Map<string, string[]>()
  const choices = new Map<string, string[]>()
  const assigned = new Map<string, string>()
  const read = createWordReader(variables, assigned)
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
    if (node.type === 'Pipeline' && node.commands.length > 1) syntax.add('pipe')
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

  const redirected = (node: NodeOf<'Redirected'>, place: Place): void => {
    const redirects = [...place.redirects, ...node.redirects.map(redirect)]
    const before = parts.length
    visit(node.command, { ...place, redirects })
    if (parts.length === before) add(node, place, { redirects })
    for (const inner of node.redirects) nested(inner, place, [])
  }

  const command = (node: NodeOf<'Command'>, place: Place): void => {
    const words = wordsOf(node).map(read)
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

  const testCommand = (node: NodeOf<'TestCommand'>, place: Place): void => {
    const words = testWords(node).map(read)
    const evaluated = [...variableUse(words).evaluates]
    add(node, place, { command: place.source.slice(node.pos, node.end), words, evaluated })
    forEachChild(node, (child) => nested(child, place, evaluated))
  }

  /** Commands and evaluated texts hidden in words, wherever they stand. */
  const nested = (node: SyntaxNode, place: Place, evaluated: string[]): void => {
    if (node.type === 'Script') return visit(node, place)
    if (node.type === 'Word' && node.parts === undefined) return
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

  const assign = (node: NodeOf<'Assignment'>): ShellAssignment => {
    const value = node.value.type === 'Word' ? read(node.value) : undefined
    const plain = node.append !== true && node.index === undefined
    if (plain && value !== undefined) give(node.name, value.value, heldBy(value))
    else give(node.name, hole)
    return { name: node.name, value, plain }
  }

  const redirect = (node: NodeOf<'Command'>['redirects'][number]): ShellRedirect => {
    if (node.type === 'HereDoc') {
      return { access: 'text', target: undefined, expands: node.delimiter?.quoted !== true }
    }
    const target = node.target === undefined ? undefined : read(node.target)
    if (node.type === 'HereString') return { access: 'text', target, expands: false }
    const descriptor = /^[<>]&$/.test(node.operator) && /^(\d+-?|-)$/.test(target?.value ?? '-')
    const access = descriptor ? 'descriptor' : node.operator === '<' || node.operator === '<&' ? 'read' : 'write'
    return { access, target, expands: false }
  }

  return { parts, syntax, script, cds: () => cds, values: (): ShellValues => ({ of: values, choices, wild }) }
}

const append = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

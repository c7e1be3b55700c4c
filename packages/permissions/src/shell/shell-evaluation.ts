import type { RedirectDescriptor, SyntaxNode } from 'unbash'
import { positional, subscripts } from './shell-builtin.js'
import { hole, isNumeric } from './shell-word.js'

/** What the variables of a line may hold. */
export interface ShellValues {
  /** Every value that the line gives to a variable; a hole for those that are not known. */
  readonly of: ReadonlyMap<string, readonly string[]>
  /** The same with globs as they stand. */
  readonly choices: ReadonlyMap<string, readonly string[]>
  /** The line may give any value to any variable. */
  readonly wild: boolean
}

/**
 * May the evaluation of this arithmetic run commands? A name stands for its value, which is evaluated in turn, and a subscript in it
 * may hold `$(…)`. Variables that the line does not touch come from outside and are trusted.
 */
export const mayRunCommands = (text: string, values: ShellValues, seen: ReadonlySet<string> = new Set()): boolean => {
  if (isNumeric(text)) return false
  if (text.includes(hole) || /`|\$\((?!\()/.test(text)) return true
  const names = [
    ...Array.from(text.matchAll(/(?<!\w)[A-Za-z_]\w*/g), ([name]) => name),
    ...(/\$\{?[\d@*]/.test(text) ? [positional] : []),
  ].filter((name) => !seen.has(name))
  return names.some((name) => {
    const held = values.of.get(name)
    if (held === undefined) return values.wild
    return held.some((value) => mayRunCommands(value, values, new Set([...seen, name])))
  })
}

/** What variables may hold in a text that a line hands to another shell. */
export const joinValues = (outer: ShellValues, inner: ShellValues): ShellValues => ({
  of: new Map([
    ...outer.of,
    ...Array.from(inner.of, ([name, held]) => [name, [...(outer.of.get(name) ?? []), ...held]] as const),
  ]),
  choices: inner.choices,
  wild: outer.wild || inner.wild,
})

/** Variables with the integer attribute: what is assigned to them is evaluated. */
const integers: ReadonlySet<string> = new Set([
  'RANDOM',
  'SRANDOM',
  'OPTIND',
  'HISTCMD',
  'BASHPID',
  'SECONDS',
  'LINENO',
])

/** The texts that the shell evaluates at a node itself, as written. */
export const evaluatedTexts = (node: SyntaxNode, source: string): readonly string[] => {
  switch (node.type) {
    case 'ArithmeticCommand':
      return [node.body]
    case 'ArithmeticExpansion':
      return [node.text.replace(/^\$(\(\(|\[)|(\)\)|\])$/g, '')]
    case 'ArithmeticFor':
      return [node.initialize, node.test, node.update].flatMap((part) =>
        part === undefined ? [] : [source.slice(part.pos, part.end)],
      )
    case 'Assignment':
      return assignmentTexts(node)
    case 'ParameterExpansion':
      return parameterTexts(node)
    default:
      return []
  }
}

const assignmentTexts = (node: Extract<SyntaxNode, { type: 'Assignment' }>): readonly string[] => {
  const { name, index, value } = node
  if (value.type === 'ArrayValue')
    return value.elements.flatMap(({ text }) => (text.startsWith('[') ? subscripts(text) : []))
  return [
    ...(index === undefined ? [] : [index.text]),
    ...(integers.has(name) ? [value.parts === undefined ? value.value : value.text] : []),
  ]
}

/** `${y[x]}`, `${y:x:1}`, and the value of `x` in `${!x}` and `${x@P}`. */
const parameterTexts = (node: Extract<SyntaxNode, { type: 'ParameterExpansion' }>): readonly string[] => {
  const { parameter, prefix, index, operation } = node
  const texts = index === undefined || /^[@*]$/.test(index.text) ? [] : [index.text]
  if (operation?.type === 'Slice') texts.push(operation.offset.text, operation.length?.text ?? '')
  const isPrompt = operation?.type === 'Transform' && operation.operand.text === 'P'
  if (isPrompt || (prefix === '!' && operation?.type !== 'Names'))
    texts.push(isWord(parameter) ? parameter : `$${parameter}`)
  return texts
}

const isWord = (text: string): boolean => /^\w+$/.test(text) && !/^\d/.test(text)

/** The name behind `{name}>`, which may have a subscript. */
export const namedDescriptor = (descriptor: RedirectDescriptor | undefined): readonly string[] =>
  descriptor?.type === 'FileDescriptorVariable' ? [descriptor.name] : []

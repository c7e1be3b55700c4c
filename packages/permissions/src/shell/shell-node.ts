import { forEachChild, type SyntaxNode, type Word } from 'unbash'
import type { ShellSyntax } from './shell-script.js'
import type { ShellWord } from './shell-word.js'

/** A node of the syntax tree of that type. */
export type NodeOf<Type extends SyntaxNode['type']> = Extract<SyntaxNode, { type: Type }>

/** The syntax that a node of the type is. */
export const syntaxOf: Readonly<Partial<Record<SyntaxNode['type'], ShellSyntax>>> = {
  CommandExpansion: 'substitution',
  ArithmeticCommandExpansion: 'substitution',
  ProcessSubstitution: 'process substitution',
  Subshell: 'subshell',
  BraceGroup: 'group',
  Case: 'case',
  For: 'for loop',
  ArithmeticFor: 'counting loop',
  Select: 'select loop',
  While: 'while loop',
  Time: 'time',
  Function: 'function',
  Coproc: 'coprocess',
  ArithmeticCommand: 'arithmetic command',
  TestCommand: 'test command',
}

/** Name and arguments of a command; an assignment among the arguments, as of `export A=1`, is a word to it. */
export const wordsOf = ({ name, args }: NodeOf<'Command'>): readonly Word[] =>
  name === undefined ? [] : [name, ...args.map((entry) => (entry.type === 'Word' ? entry : wordOf(entry)))]

const wordOf = (node: NodeOf<'Assignment'>): Word => {
  const { text, pos, end } = node
  const parts = valueParts(node)
  return { type: 'Word', text, value: text, pos, end, ...(parts !== undefined && { parts }) }
}

const valueParts = ({ text, value, pos }: NodeOf<'Assignment'>): Word['parts'] => {
  if (value.type !== 'Word' || value.parts === undefined) return undefined
  const head = text.slice(0, value.pos - pos)
  return [{ type: 'Literal', value: head, text: head, pos, end: value.pos }, ...value.parts]
}

/** The operators and operands of a `[[ … ]]` in their order, itself in front. */
export const testWords = (node: NodeOf<'TestCommand'>): readonly Word[] => [
  operatorWord({ ...node, operator: '[[' }),
  ...operandsOf(node),
]

const operandsOf = (node: SyntaxNode): readonly Word[] => {
  if (node.type === 'TestUnary') return [operatorWord(node), node.operand]
  if (node.type === 'TestBinary') return [node.left, operatorWord(node), node.right]
  const found: Word[] = []
  forEachChild(node, (child) => void found.push(...operandsOf(child)))
  return found
}

const operatorWord = ({ operator, pos, end }: { operator: string; pos: number; end: number }): Word => ({
  type: 'Word',
  text: operator,
  value: operator,
  pos,
  end,
})

/** The words as written; a redirection between them is cut out. */
export const commandText = (node: NodeOf<'Command'>, source: string): string => {
  const first = node.name
  if (first === undefined) return ''
  const last = node.args.at(-1) ?? first
  const inner = node.redirects.filter((entry) => entry.pos > first.pos && entry.end <= last.pos)
  if (inner.length === 0) return source.slice(first.pos, last.end).trim()
  const ends = [...inner.map((entry) => entry.pos), last.end]
  const starts = [first.pos, ...inner.map((entry) => entry.end)]
  return starts
    .map((start, index) => source.slice(start, ends[index]).trim())
    .filter((text) => text !== '')
    .join(' ')
}

/** The folder a command changes to; nothing where it changes to none. */
export const folderChange = (words: readonly ShellWord[]): { readonly value: string | undefined } | undefined => {
  const [name] = words
  if (name === undefined || name.dynamic) return undefined
  if (name.value === 'pushd' || name.value === 'popd') return { value: undefined }
  if (name.value !== 'cd') return undefined
  const [target, ...more] = words.slice(1).filter((word) => !/^(-[LPe@]+|--)$/.test(word.value))
  if (target === undefined) return { value: '~' }
  return {
    value: more.length > 0 || target.dynamic || target.glob || target.value.startsWith('-') ? undefined : target.path,
  }
}

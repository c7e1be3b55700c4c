import { parse, type Command, type CommandArgument, type PipelineNode, type Statement, type Word } from 'unbash'

/** One command with its words, quotes and escapes removed. */
interface SimpleCommand {
  readonly name: string
  readonly args: readonly string[]
}

/** The source as one simple command whose words are fixed; undefined for pipelines, lists, redirections and expansions. */
export const simpleCommand = (source: string): SimpleCommand | undefined => {
  const { commands, errors } = parse(source)
  const [statement] = commands
  if (errors?.length || commands.length !== 1 || statement === undefined || statement.background) return undefined
  const { command } = statement
  if (command.type !== 'Command' || command.prefix.length > 0 || command.redirects.length > 0) return undefined
  return [command.name, ...command.args].every(isFixed) ? wordsOf(command) : undefined
}

/** A command of a list; its words mean what stands there unless they are expanded. */
interface ListedCommand extends SimpleCommand {
  readonly isFixed: boolean
}

/**
 * The commands of a source that only runs one after the other: by `;`, `&&` and lines, in one group at most, with variables of their
 * own. Undefined for pipelines, redirections, other operators and everything that branches.
 */
export const listedCommands = (source: string): readonly ListedCommand[] | undefined => {
  const { commands, errors } = parse(source)
  return errors?.length ? undefined : listOf(commands)
}

const listOf = (statements: readonly Statement[]): readonly ListedCommand[] | undefined => {
  const [first] = statements
  const group = statements.length === 1 && first?.background !== true ? first?.command : undefined
  if (group?.type === 'Subshell' || group?.type === 'BraceGroup') return listOf(group.body.commands)
  const commands = statements.flatMap(({ command, background }) => {
    if (background === true) return [undefined]
    if (command.type !== 'AndOr') return [listed(command)]
    return command.operators.every((operator) => operator === '&&') ? command.commands.map(listed) : [undefined]
  })
  return commands.every((command) => command !== undefined) ? commands : undefined
}

const listed = (node: PipelineNode): ListedCommand | undefined => {
  if (node.type !== 'Command' || node.redirects.length > 0) return undefined
  const words = wordsOf(node)
  return words && { ...words, isFixed: [node.name, ...node.args].every(isFixed) }
}

/** The command whose exit code becomes that of the whole source; undefined where that is no simple command. */
export const lastCommand = (source: string): SimpleCommand | undefined => {
  const last = parse(source).commands.at(-1)?.command
  return last === undefined ? undefined : lastOf(last)
}

/** True where the source begins with `sleep`: it only waits, and has no work that could go on. */
export const startsWithSleep = (source: string): boolean => /^\s*sleep\b/.test(source)

/** True for control characters other than tab and newline, those of Latin-1 included. */
export const hasControls = (source: string): boolean => /\p{Cc}/u.test(source.replaceAll(/[\t\n]/g, ''))

/** The seconds of a plain `sleep` that the source begins with; 0 where it begins with anything else (Claude Code 2.1.332, seen). */
export const initialSleep = (source: string): number =>
  Number(/^\s*sleep[ \t]+(\d+)[ \t]*(?:$|[;&|><\n#])/.exec(source)?.[1] ?? 0)

/** True where some command of the source, on whatever level, may have that name. A guess by the words: for remarks only. */
export const namesCommand = (source: string, name: string): boolean =>
  source.split(/[;&|(){}\n]/).some((part) => part.trimStart().split(/\s/, 1)[0] === name)

const lastOf = (
  node: PipelineNode | { readonly type: 'AndOr'; readonly commands: readonly PipelineNode[] },
): SimpleCommand | undefined => {
  if (node.type === 'Command') return wordsOf(node)
  if (node.type !== 'AndOr' && node.type !== 'Pipeline') return undefined
  const last = node.commands.at(-1)
  return last === undefined ? undefined : lastOf(last)
}

const wordsOf = ({ name, args }: Command): SimpleCommand | undefined =>
  name === undefined ? undefined : { name: name.value, args: args.map(textOf) }

const textOf = (argument: CommandArgument): string => (argument.type === 'Word' ? argument.value : argument.text)

const fixedParts: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'DoubleQuoted', 'AnsiCQuoted'])

const isFixed = (word: Word | CommandArgument | undefined): boolean =>
  word?.type === 'Word' && (word.parts ?? []).every((part) => fixedParts.has(part.type) && isLiteral(part))

const isLiteral = (part: {
  readonly type: string
  readonly parts?: readonly { readonly type: string }[] | undefined
}): boolean => (part.parts ?? []).every((inner) => inner.type === 'Literal')

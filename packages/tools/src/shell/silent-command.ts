import { parse, type Script } from 'unbash'

type Node = Script['commands'][number]['command']

/** Programs that say nothing when all goes well, as far as Claude Code 2.1.332 knows them (seen). */
const silent: ReadonlySet<string> = new Set([
  'mkdir',
  'rmdir',
  'touch',
  'cp',
  'mv',
  'ln',
  'chmod',
  'chown',
  'chgrp',
  'rm',
  'cd',
  'export',
  'unset',
  'wait',
])

/** True where every command of the source is one that says nothing: no output is then no surprise. */
export const isSilent = (source: string): boolean => {
  const { commands, errors } = parse(source)
  return !errors?.length && commands.length > 0 && commands.every((statement) => isSilentNode(statement.command))
}

const isSilentNode = (node: Node): boolean => {
  if (node.type === 'AndOr') return node.commands.every(isSilentNode)
  if (node.type !== 'Command') return false
  return node.prefix.length === 0 && node.name !== undefined && silent.has(node.name.text)
}

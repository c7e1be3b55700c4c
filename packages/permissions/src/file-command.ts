import { plainArguments } from './read-only.js'
import type { ShellWord } from './shell-word.js'

/** A file that a shell command touches by its arguments. */
export interface FileArgument {
  readonly word: ShellWord
  readonly access: 'read' | 'write'
}

type Arguments = (args: readonly ShellWord[]) => readonly FileArgument[]

const all =
  (access: FileArgument['access'], from = 0, valued: readonly string[] = []): Arguments =>
  (args) =>
    plainArguments(args, valued)
      .slice(from)
      .map((word) => ({ word, access }))

/** Sources are read, the last argument is written; a move writes both. */
const transfer =
  (source: FileArgument['access']): Arguments =>
  (args) =>
    plainArguments(args, []).map((word, at, words) => ({ word, access: at === words.length - 1 ? 'write' : source }))

const sed: Arguments = (args) => {
  const inPlace = args.some((word) => /^(-i|-[nEsuz]*i|--in-place)/.test(word.value))
  const scripted = args.some((word) => /^(-e|-f|--expression|--file)/.test(word.value))
  return all(inPlace ? 'write' : 'read', scripted ? 0 : 1, ['-e', '-f', '--expression', '--file'])(args)
}

const dd: Arguments = (args) =>
  args.flatMap((word) => {
    const [, key, path] = /^(if|of)=([^]*)$/.exec(word.path) ?? []
    return path === undefined ? [] : [{ word: { ...word, value: path, path }, access: key === 'of' ? 'write' : 'read' }]
  })

const table: ReadonlyMap<string, Arguments> = new Map([
  ...'cat head tail wc ls diff sort uniq cut od xxd nl base64 stat file less more strings md5sum sha256sum comm paste tac rev'
    .split(' ')
    .map((name) => [name, all('read', 0, ['-n', '-c'])] as const),
  ...'grep egrep fgrep rg awk'.split(' ').map((name) => [name, all('read', 1)] as const),
  ...'touch mkdir rm rmdir tee truncate shred unlink'.split(' ').map((name) => [name, all('write')] as const),
  ...'chmod chown chgrp'.split(' ').map((name) => [name, all('write', 1)] as const),
  ['cp', transfer('read')],
  ['install', transfer('read')],
  ['ln', transfer('read')],
  ['mv', transfer('write')],
  ['sed', sed],
  ['dd', dd],
])

/** The files a command is known to touch; empty for commands that are not known here. */
export const fileArguments = (words: readonly ShellWord[]): readonly FileArgument[] => {
  const [name, ...args] = words
  return name === undefined ? [] : (table.get(name.value)?.(args) ?? [])
}

/**
 * Commands that `acceptEdits` lets write inside the open folders, in forms whose effect is plain (Claude Code 2.1.332, seen: no `--`,
 * no flags to `cp` and `mv`, no glob).
 */
export const isPlainEdit = (words: readonly ShellWord[]): boolean => {
  const [name, ...args] = words
  if (args.some((word) => word.value === '--' || word.glob || word.dynamic)) return false
  const flagged = args.some((word) => word.value.startsWith('-'))
  switch (name?.value) {
    case 'cp':
    case 'mv':
      return !flagged && args.length >= 2
    case 'touch':
    case 'mkdir':
    case 'rm':
    case 'rmdir':
      return args.length > 0
    case 'sed':
      return (
        args[0]?.value === '-i' &&
        args.length >= 3 &&
        /^s(.)(?:(?!\1).)*\1(?:(?!\1).)*\1[gip\d]*$/.test(args[1]?.value ?? '')
      )
    default:
      return false
  }
}

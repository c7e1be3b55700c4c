import { gitPaths } from '../reader/git-reader.js'
import { pathWords, plainArguments, type PathShape } from './path-word.js'
import { readArguments } from '../reader/read-only.js'
import type { ShellWord } from './shell-word.js'

/** A file that a shell command touches by its arguments. */
export interface FileArgument {
  readonly word: ShellWord
  readonly access: 'read' | 'write'
}

const asRead = (word: ShellWord): FileArgument => ({ word, access: 'read' })

type Arguments = (args: readonly ShellWord[]) => readonly FileArgument[]

const all =
  (access: FileArgument['access'], shape: PathShape = { skip: 0 }): Arguments =>
  (args) =>
    pathWords(args, shape).map((word) => ({ word, access }))

/** Sources are read, the last argument is written. */
const copy: Arguments = (args) =>
  plainArguments(args).map((word, at, words) => ({ word, access: at === words.length - 1 ? 'write' : 'read' }))

/** Sources are read and vanish. */
const move: Arguments = (args) =>
  plainArguments(args).flatMap((word, at, words) => [
    ...(at === words.length - 1 ? [] : [{ word, access: 'read' as const }]),
    { word, access: 'write' as const },
  ])

const sed: Arguments = (args) => {
  const inPlace = args.some((word) => /^(-i|-[nEsuz]*i|--in-place)/.test(word.value))
  return all(inPlace ? 'write' : 'read', { skip: 1, unskipped: /^(-\w*[ef]|--(expression|file)\b)/ })(args)
}

const dd: Arguments = (args) =>
  args.flatMap((word) => {
    const [, key, path] = /^(if|of)=([^]*)$/.exec(word.path) ?? []
    return path === undefined ? [] : [{ word: { ...word, value: path, path }, access: key === 'of' ? 'write' : 'read' }]
  })

const rows = (names: string, args: Arguments): readonly (readonly [string, Arguments])[] =>
  names.split(' ').map((name) => [name, args])

const afterPattern: PathShape = { skip: 1, unskipped: /^(-\w*[ef]|--(regexp|file|files)\b)/ }

const table: ReadonlyMap<string, Arguments> = new Map([
  ...rows('cat head tail tac wc ls diff uniq od xxd nl base64 stat file less more strings comm rev', all('read')),
  ...rows('md5sum sha1sum sha256sum', all('read')),
  ...rows('cut paste', all('read', { skip: 0, valued: ['-d'] })),
  ...rows('sort', all('read', { skip: 0, valued: ['-t'] })),
  ...rows('grep egrep fgrep rg awk', all('read', afterPattern)),
  ...rows('touch mkdir rm rmdir tee truncate shred unlink', all('write')),
  ...rows('chmod chown chgrp', all('write', { skip: 1, unskipped: /^--reference/ })),
  ...rows('cp install ln', copy),
  ...rows('mv', move),
  ...rows('sed', sed),
  ...rows('dd', dd),
])

/** The files a command is known to touch; empty for commands that are not known here. */
export const fileArguments = (words: readonly ShellWord[]): readonly FileArgument[] => {
  const row = table.get(words[0]?.value ?? '')
  return row === undefined ? [] : row(words.slice(1))
}

/** Files given as `@x`, `name=@x`, `--option=x` or `@x;type`, or plainly. */
const uploads: Arguments = (args) =>
  args.map((word) => {
    const path = word.path.replace(/^[^@]*@|^--[\w-]+=/, '').replace(/;.*$/, '')
    return { word: { ...word, value: path, path }, access: 'read' }
  })

/** Commands that show files or hand them on, and are no readers for all that, so that nothing but a deny rule is held against them. */
const showing: ReadonlyMap<string, Arguments> = new Map([
  ...rows(
    'gzip gunzip zcat bzip2 bunzip2 bzcat xz unxz xzcat zstd zstdcat lz4 zless zmore bat batcat hexdump hd vim vi nvim view ' +
      'nano emacs ed ex pr fmt fold expand unexpand split csplit join look ptx shuf sum cksum b2sum sha224sum sha384sum ' +
      'sha512sum cmp sdiff vimdiff base32 basenc uuencode hexyl pv most glow ul nroff troff cpp objdump readelf nm ar dos2unix lp iconv pandoc tar zip 7z openssl gpg yq xmllint date xargs source . bash sh dash zsh ksh scp rsync',
    (args) => args.map(asRead),
  ),
  ...rows('zgrep zegrep ag ack pcregrep', all('read', afterPattern)),
  ...rows('curl wget http https', uploads),
])

/** All files that deny and ask rules are held against. */
export const touchedFiles = (words: readonly ShellWord[]): readonly FileArgument[] => {
  const known = fileArguments(words)
  if (known.length > 0) return known
  const shown = showing.get(words[0]?.value ?? '')?.(words.slice(1)) ?? []
  return [...shown, ...readArguments(words).map(asRead), ...gitPaths(words).map(asRead)]
}

/** A path through the folders that `/proc` shows of a process: of the command they are its own and `/`, of this process others. */
export const bothWays = (file: FileArgument): readonly FileArgument[] => {
  const path = file.word.path
    .replace(/^\/+proc\/+[^/]+\/+(task\/+[^/]+\/+)?cwd(?=\/|$)/, '.')
    .replace(/^\/+proc\/+[^/]+\/+(task\/+[^/]+\/+)?root(?=\/)/, '')
  return path === file.word.path ? [file] : [file, { ...file, word: { ...file.word, value: path, path } }]
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
      return !flagged && args.length > 0
    case 'mkdir':
    case 'rm':
    case 'rmdir':
      return args.length > 0
    case 'sed':
      // An option behind the script may bring another script.
      return (
        args[0]?.value === '-i' &&
        args.length >= 3 &&
        !args.slice(2).some((word) => word.value.startsWith('-')) &&
        /^s(.)(?:(?!\1).)*\1(?:(?!\1).)*\1[gip\d]*$/.test(args[1]?.value ?? '')
      )
    default:
      return false
  }
}

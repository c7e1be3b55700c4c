import { baseName } from './command-words.js'
import { hole, unknownWord, type ShellWord } from './shell-word.js'

/** Runners that put words from their input, or names that they found, behind the command or in the place of `{}`. */
const appending = new Set(['xargs', 'parallel', 'fd', 'fdfind'])
const fillers = new Set([...appending, 'find'])

/** The commands that such a runner runs, with holes for what it fills in; empty for other commands. */
export const filledStarts = (words: readonly ShellWord[]): readonly (readonly ShellWord[])[] => {
  const at = words.findIndex(({ value }) => fillers.has(baseName(value)))
  const name = baseName(words[at]?.value ?? '')
  if (at < 0) return []
  const own = words.slice(at)
  const starts = name === 'find' ? afterExec(own) : commandStarts(own)
  const marks = ['{}', ...own.flatMap(({ value }, index) => markOf(value, own[index + 1]))]
  return starts.flatMap((start) => {
    const inner = [
      ...own.slice(start).map((word) => withHoles(word, marks)),
      ...(appending.has(name) ? [unknownWord] : []),
    ]
    return [inner, ...commandStarts(inner).map((further) => inner.slice(further))]
  })
}

const afterExec = (words: readonly ShellWord[]): readonly number[] =>
  words.flatMap(({ value }, at) => (/^-(exec|ok)(dir)?$/.test(value) ? [at + 1] : []))

/** Runners with an operand before the command. */
const withOperand = new Set(
  'timeout flock chroot taskset chrt setarch sg newgrp ssh sshpass cgexec faketime dtach'.split(' '),
)
const plainRunners = new Set(
  (
    'nice nohup time stdbuf command builtin env sudo doas watch exec setsid ionice busybox toybox strace ltrace unshare script ' +
    'setpriv linux32 linux64 choom prlimit nsenter xargs parallel fd fdfind eval su runuser caffeinate systemd-run pkexec'
  ).split(' '),
)

/** Where the command of a runner may start: a word behind an option may be its value or the command. */
const commandStarts = (words: readonly ShellWord[]): readonly number[] => {
  const name = baseName(words[0]?.value ?? '')
  let operands = withOperand.has(name) ? 1 : 0
  if (operands === 0 && !plainRunners.has(name)) return []
  const found: number[] = []
  for (let at = 1; at < words.length && found.length < maxStarts; at++) {
    const value = words[at]?.value ?? ''
    if (isOption(value)) continue
    found.push(at)
    if (mayTakeValue(words[at - 1]?.value ?? '') || /^[\d.]|^\w+=/.test(value)) continue
    if (operands-- <= 0) break
  }
  return found
}

const maxStarts = 20

const isOption = (text: string): boolean => /^-./.test(text)

/** An option without a value attached to it, as `-n1` has. */
const mayTakeValue = (text: string): boolean => /^-[A-Za-z-]+$/.test(text)

/** What `-I X` and `--replace=X` have replaced. */
const markOf = (option: string, next: ShellWord | undefined): readonly string[] => {
  const [, attached] = /^(?:-[Ii]|--rep[a-z]*=?)([^]*)$/.exec(option) ?? []
  const mark = attached === '' ? next?.value : attached
  return mark === undefined || mark === '' ? [] : [mark]
}

const withHoles = (word: ShellWord, marks: readonly string[]): ShellWord => {
  if (!marks.some((mark) => word.value.includes(mark))) return word
  const value = marks.reduce((text, mark) => text.replaceAll(mark, hole), word.value)
  return { ...word, value, path: value, open: value, dynamic: true }
}

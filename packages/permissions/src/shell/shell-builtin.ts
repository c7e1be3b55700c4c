import { heldBy, hole, type ShellWord } from './shell-word.js'

/** What a builtin of the shell does with variables by its arguments. */
interface VariableUse {
  /** Names with the values they get; a hole for a value that is not known. */
  readonly assigns: readonly (readonly [name: string, value: string])[]
  /** Texts that it evaluates as arithmetic, as subscripts are. */
  readonly evaluates: readonly string[]
  /** It may assign any variable. */
  readonly wild: boolean
}

const none: VariableUse = { assigns: [], evaluates: [], wild: false }

/** Stands for `$1`, `$2`, … in the names of variables. */
export const positional = '@'

type Row = (args: readonly ShellWord[]) => VariableUse

/** Every argument may be the name of a variable that gets a value from elsewhere. */
const names =
  (...further: readonly string[]): Row =>
  (args) => ({
    assigns: [...args.flatMap(({ value }) => (isName(value) ? [value] : [])), ...further].map((name) => [name, hole]),
    evaluates: args.flatMap(({ value }) => subscripts(value)),
    wild: args.some(({ open }) => open.includes(hole)),
  })

const printf: Row = (args) => {
  const at = args.findIndex(({ value }) => value.startsWith('-v'))
  const word = args[at]
  if (word === undefined) return none
  const name = word.value === '-v' ? args[at + 1] : { ...word, value: word.value.slice(2), open: word.open.slice(2) }
  return name === undefined ? none : names()([name])
}

/** `declare` and its kin: `NAME=value`; with `-i` values are evaluated, with `-n` one name stands for another. */
const declare: Row = (args) => {
  const has = (letter: string): boolean =>
    args.some(({ value }) => /^[-+][A-Za-z]+$/.test(value) && value.includes(letter))
  const pairs = args.flatMap(({ value, open }): VariableUse['assigns'] => {
    const [, name = '', text] = /^([A-Za-z_]\w*)(?:\[[^]*?\])?(?:\+?=([^]*))?$/.exec(value) ?? []
    return name === '' ? [] : [[name, text === undefined || open.includes(hole) ? hole : text]]
  })
  const given = args.flatMap(({ value }) => (value.includes('=') ? [value.slice(value.indexOf('=') + 1)] : []))
  return {
    assigns: pairs.filter(([name]) => !args.some(({ value }) => value === name)),
    evaluates: [
      ...args.flatMap(({ value }) => subscripts(value.split('=')[0] ?? '')),
      ...(has('i') || has('n') ? [...given, ...pairs.map(([name]) => name)] : []),
    ],
    wild: has('n') || args.some(({ open }) => (open.split('=')[0] ?? '').includes(hole)),
  }
}

/**
 * The operands of `-v` and `-R` are names, with a subscript perhaps; those of `-eq` and its kin are arithmetic in `[[ … ]]`, and in
 * some shells elsewhere.
 */
const test: Row = (args) => ({
  ...none,
  evaluates: args.flatMap(({ value }, at) => {
    const [before, after] = [args[at - 1], args[at + 1]]
    if (/^-(eq|ne|lt|le|gt|ge)$/.test(value)) return [before, after].flatMap((word) => (word ? [heldBy(word)] : []))
    return !/^-[vR]$/.test(value) || after === undefined || isName(after.value) ? [] : [heldBy(after)]
  }),
})

const table: Readonly<Record<string, Row>> = {
  read: names('REPLY'),
  mapfile: names('MAPFILE'),
  readarray: names('MAPFILE'),
  getopts: names('OPTARG'),
  unset: names(),
  wait: names(),
  printf,
  declare,
  typeset: declare,
  local: declare,
  export: declare,
  readonly: declare,
  env: declare,
  sudo: declare,
  let: (args) => ({ ...none, evaluates: args.map(heldBy) }),
  test,
  '[': test,
  '[[': test,
  set: (args) => ({ ...none, assigns: args.length > 0 ? [[positional, hole]] : [] }),
  ...Object.fromEntries(
    ['source', '.', 'eval', 'trap', 'alias', 'enable'].map((name) => [name, () => ({ ...none, wild: true })]),
  ),
}

/** What a command does with variables of the shell that runs it. */
export const variableUse = (words: readonly ShellWord[]): VariableUse => {
  const at = words.findIndex(({ value }) => !/^(command|builtin|-.*)$/.test(value))
  const name = words[at]?.value ?? ''
  return Object.hasOwn(table, name) ? (table[name]?.(words.slice(at + 1)) ?? none) : none
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)

/** The texts between the brackets of `name[…]`. */
export const subscripts = (text: string): readonly string[] => {
  const [, inside] = /^[^[]*\[([^]*)\]?/.exec(text) ?? []
  return inside === undefined ? [] : [inside.replace(/\][^\]]*$/, '')]
}

/** Names that arithmetic assigns. */
export const assignedIn = (text: string): readonly string[] => [
  ...Array.from(
    text.matchAll(/([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:[-+*/%&|^]|<<|>>)?=(?!=)/g),
    ([, name = '']) => name,
  ),
  ...Array.from(
    text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--)/g),
    (found) => found[1] ?? found[2] ?? '',
  ),
]

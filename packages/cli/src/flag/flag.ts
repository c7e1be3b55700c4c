import { settingsSources, type SettingsSource } from 'raider'
import { InvalidArgumentError, Option } from 'commander'

/** Headings of the help. */
export type FlagGroup = 'Run' | 'Model' | 'Permissions' | 'Settings' | 'Limits' | 'Output'

/** One flag: parsing, help and documentation are made from this row. */
export interface FlagRow {
  /** Names and argument in commander's notation: `<x>` one value, `<x...>` one or more. */
  readonly flags: string
  readonly about: string
  readonly group: FlagGroup
  readonly choices?: readonly string[]
  /** Gets what the flag had before, where it is given again. */
  readonly parse?: (text: string, before: unknown) => unknown
  /** Environment variable that stands in for the flag. */
  readonly env?: string
}

/** The row as commander takes it. */
export function optionOf(row: FlagRow): Option {
  const option = new Option(row.flags, row.about).helpGroup(`${row.group}:`)
  if (row.choices !== undefined) option.choices(row.choices)
  if (row.parse !== undefined) option.argParser(row.parse)
  if (row.env !== undefined) option.env(row.env)
  return option
}

/** A number above zero. */
export function amount(text: string): number {
  const value = Number(text)
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

/** A whole number above zero. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.')
  return Number(text)
}

/** A whole number, zero included. */
export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}

/** One value each time the flag is given. */
export function repeated(text: string, before: unknown): readonly string[] {
  return Array.isArray(before) ? [...(before as readonly string[]), text] : [text]
}

/** A UUID, in small letters. */
export function uuid(text: string): string {
  const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  if (!form.test(text)) throw new InvalidArgumentError('Give a UUID.')
  return text.toLowerCase()
}

/** `user,project,local` or a part of it; nothing at all is allowed too. */
export function sources(text: string): readonly SettingsSource[] {
  const names = text.trim() === '' ? [] : text.split(',').map((name) => name.trim())
  return names.map((name) => {
    const source = settingsSources.find((known) => known === name)
    if (source === undefined) throw new InvalidArgumentError(`"${name}" is none of ${settingsSources.join(', ')}.`)
    return source
  })
}

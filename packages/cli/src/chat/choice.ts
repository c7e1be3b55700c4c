import { isObject, type AskAnswer, type JsonObject } from 'raider'
import type { Asker } from './line-reader.js'
import type { Paint } from '../page/paint.js'
import { plain } from '../page/plain.js'

/** One question of the AskUserQuestion tool. */
interface Choice {
  readonly question: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  readonly multiSelect?: boolean
}

/** Where the questions are put. */
interface Desk {
  readonly reader: Asker
  readonly paint: Paint
  readonly write: (text: string) => void
}

/** Puts the questions of a call one after the other; undefined once the person leaves. */
export async function askChoices(input: JsonObject, desk: Desk, signal: AbortSignal): Promise<AskAnswer | undefined> {
  const answers: Record<string, string> = {}
  for (const choice of Array.isArray(input.questions) ? input.questions.filter(isChoice) : []) {
    const answer = await askChoice(choice, desk, signal)
    if (answer === undefined) return undefined
    answers[choice.question] = answer
  }
  return { behavior: 'allow', updatedInput: { ...input, answers } }
}

const isChoice = (value: unknown): value is Choice =>
  isObject(value) && typeof value.question === 'string' && Array.isArray(value.options)

async function askChoice(choice: Choice, { reader, paint, write }: Desk, signal: AbortSignal) {
  write(`\n${paint('warn', '?')} ${paint('strong', plain(choice.question))}\n`)
  for (const [index, { label, description }] of choice.options.entries())
    write(`  ${index + 1}  ${plain(label)}  ${paint('dim', plain(description))}\n`)
  const hint = choice.multiSelect === true ? 'numbers, or your own words:' : 'number, or your own words:'
  for (;;) {
    const line = await reader.ask(`  ${hint} `, signal)
    if (line === undefined) return undefined
    const answer = readChoice(line, choice)
    if (answer !== '') return answer
  }
}

/** Numbers become the labels they stand for; anything else is the answer itself. */
export function readChoice(line: string, { options, multiSelect = false }: Choice): string {
  const words = line.trim()
  const numbers = words.split(/[\s,]+/)
  const labels = numbers.map((number) => (/^\d+$/.test(number) ? options[Number(number) - 1]?.label : undefined))
  const areNumbers = labels.every((label) => label !== undefined) && (multiSelect || labels.length === 1)
  return areNumbers ? labels.join(', ') : words
}

import type { Behavior, Explanation, Source } from 'raider'
import { placeOf, type Place } from './trace-line.js'
import { plain } from './plain.js'
import type { Paint, Tone } from './paint.js'

const tones: Readonly<Record<Behavior, Tone>> = { allow: 'good', ask: 'warn', deny: 'bad' }

/** A decision as a page: what becomes of the call, then each command with who decides and who loses. */
export function explanationLines(call: string, explanation: Explanation, place: Place, paint: Paint): string[] {
  const { decision, mode, parts, whole } = explanation
  const verdict = (behavior: Behavior): string => paint(tones[behavior], behavior.padEnd(5))
  const decided = (one: Pick<typeof decision, 'behavior' | 'reason' | 'source' | 'considered'>): string[] => [
    `    ${verdict(one.behavior)}  ${voice(one.source, place, paint)}`,
    ...one.considered
      .filter((entry) => !entry.decided)
      .map(({ behavior, source }) => `    ${paint('dim', 'lost ')}  ${behavior} ${voice(source, place, paint)}`),
    ...(one.reason === '' ? [] : [`           ${paint('dim', plain(one.reason))}`]),
  ]
  return [
    `${verdict(decision.behavior)}  ${paint('strong', plain(call))}  ${paint('dim', `in mode ${mode}`)}`,
    '',
    ...(parts.length === 0
      ? decided(decision)
      : parts.flatMap((part) => {
          const where = part.place === 'line' ? '' : paint('dim', `  in a ${part.place}`)
          return [`  ${plain(part.text)}${where}`, ...decided(part)]
        })),
    ...(whole === undefined ? [] : ['  the line as a whole', `    ${verdict(decision.behavior)}  ${plain(whole)}`]),
  ]
}

const voice = (source: Source, place: Place, paint: Paint): string => {
  const where = placeOf(source, place)
  const name = source.kind === 'rule' ? source.name : `${source.kind} ${source.name}`
  return `${plain(name)}${where === '' ? '' : `  ${paint('dim', where)}`}`
}

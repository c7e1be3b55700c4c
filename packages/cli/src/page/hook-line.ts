import type { HookEntry } from 'raider'
import { oneLine } from './measure.js'
import { plain } from './plain.js'
import { placeOf, type Place } from './trace-line.js'
import type { Paint } from './paint.js'

/** A hook on one line: when it runs, what it is, where it stands, and why it does not run where it does not. */
export function hookLine(
  { event, matcher, condition, type, label, source, state }: HookEntry,
  place: Place,
  paint: Paint,
): string {
  const about = [event, matcher ?? '*', ...(condition === undefined ? [] : [`if ${condition}`])].map(plain).join('  ')
  const what = `${type === 'command' ? '' : `${type} `}${plain(oneLine(label, 80))}`
  const mark = state === 'active' ? '' : `  ${paint('warn', state)}`
  return `${paint('strong', about)}  ${what}  ${paint('dim', placeOf(source, place))}${mark}`
}

import type { Ask, AskAnswer, AskRequest, PermissionUpdate } from 'raider'
import { inputLine, type Place } from './trace-line.js'
import { plain } from './plain.js'
import type { LineReader } from './line-reader.js'
import type { Paint } from './paint.js'

/** Asks the person whether a call may run: yes, always (where a lasting rule is offered), or no with a message. */
export const createAsk =
  (reader: LineReader, paint: Paint, place: Place, write: (text: string) => void): Ask =>
  async (request, signal) => {
    write(`\n${paint('warn', '?')} ${paint('strong', plain(request.title))}\n`)
    write(`  ${plain(inputLine(request.input, place))}\n  ${paint('dim', plain(request.reason))}\n`)
    for (;;) {
      const line = await reader.ask(`  ${choices(request, paint)} `, signal)
      const answer = line === undefined ? leave : readAnswer(line, request)
      if (answer !== undefined) return answer
      write('  Please answer y, a or n; after n you may say why.\n')
    }
  }

const leave: AskAnswer = { behavior: 'deny', message: 'The user left without an answer.', interrupt: true }

function choices({ suggestions }: AskRequest, paint: Paint): string {
  const always =
    suggestions.length === 0 ? '' : ` · [a]lways ${paint('dim', suggestions.map(describeUpdate).join(', '))}`
  return `[y]es${always} · [n]o, and why:`
}

/** `y`, `a`, `n` or `n use npm instead`; undefined where it is none of them. */
export function readAnswer(line: string, { suggestions }: AskRequest): AskAnswer | undefined {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  switch (word.toLowerCase()) {
    case 'y':
    case 'yes':
      return { behavior: 'allow' }
    case 'a':
    case 'always':
      return suggestions.length === 0 ? undefined : { behavior: 'allow', updatedPermissions: suggestions }
    case 'n':
    case 'no':
      return {
        behavior: 'deny',
        message: rest.trim() === '' ? 'The user said no.' : `The user said no: ${rest.trim()}`,
      }
    default:
      return undefined
  }
}

/** A suggested update in few words, with where it would be kept. */
export function describeUpdate(update: PermissionUpdate): string {
  if (update.type === 'setMode') return `mode ${update.mode}`
  if ('directories' in update) return update.directories.join(', ')
  const rules = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
  return `${rules.join(', ')} in ${update.destination}`
}

import type { Ask, AskAnswer, AskRequest, JsonObject, PermissionUpdate } from 'raider'
import { plain } from './plain.js'
import type { LineReader } from './line-reader.js'
import type { Paint } from './paint.js'

/** Asks the person whether a call may run: yes, always (where a lasting rule is offered), or no with a message. */
export const createAsk =
  (reader: LineReader, paint: Paint, write: (text: string) => void): Ask =>
  async (request, signal) => {
    write(`\n${paint('warn', '?')} ${paint('strong', plain(request.tool))}\n`)
    for (const line of inputLines(request.input)) write(`  ${plain(line)}\n`)
    write(`  ${paint('dim', plain(request.reason))}\n`)
    for (;;) {
      const line = await reader.ask(`  ${choices(request, paint)} `, signal)
      const answer = line === undefined ? leave : readAnswer(line, request)
      if (answer !== undefined) return answer
      write('  Please answer y, a or n; after n you may say why.\n')
    }
  }

/** Most lines of a text that is only written somewhere; what is executed is always shown whole. */
const maxLines = 40

/** The whole input, a field at a time: nobody shall say yes to what was not shown. */
function inputLines(input: JsonObject): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const lines = (typeof value === 'string' ? value : JSON.stringify(value)).split('\n')
    const hidden = name === 'command' ? 0 : Math.max(0, lines.length - maxLines)
    const shown = lines.slice(0, lines.length - hidden)
    return [
      ...shown.map((line, index) => `${(index === 0 ? name : '').padEnd(10)} ${line}`),
      ...(hidden > 0 ? [`… ${hidden} more lines`] : []),
    ]
  })
}

const leave: AskAnswer = { behavior: 'deny', message: 'The user left without an answer.', interrupt: true }

function choices({ suggestions }: AskRequest, paint: Paint): string {
  const always =
    suggestions.length === 0 ? '' : ` · [a]lways ${paint('dim', plain(suggestions.map(describeUpdate).join(', ')))}`
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

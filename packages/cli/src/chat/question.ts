import {
  writtenRule,
  type AskAnswer,
  type CanUseTool,
  type JsonObject,
  type PermissionUpdate,
  type ToolUse,
} from 'raider'
import { askChoices } from './choice.js'
import { plain } from '../page/plain.js'
import type { Asker } from './line-reader.js'
import type { Paint } from '../page/paint.js'

/** Asks the person whether a call may run: yes, always (where a lasting rule is offered), or no with a message. */
export const createAsk =
  (reader: Asker, paint: Paint, write: (text: string) => void): CanUseTool =>
  async (tool, input, use) => {
    if (tool === 'AskUserQuestion') return (await askChoices(input, { reader, paint, write }, use.signal)) ?? leave
    write(`\n${paint('warn', '?')} ${paint('strong', plain(tool))}\n`)
    for (const line of inputLines(input)) write(`  ${plain(line)}\n`)
    write(`  ${paint('dim', plain(use.reason))}\n`)
    for (;;) {
      const line = await reader.ask(`  ${choices(use, paint)} `, use.signal)
      const answer = line === undefined ? leave : readAnswer(line, use)
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

function choices({ suggestions }: ToolUse, paint: Paint): string {
  const always =
    suggestions.length === 0 ? '' : ` · [a]lways ${paint('dim', plain(suggestions.map(describeUpdate).join(', ')))}`
  return `[y]es${always} · [n]o, and why:`
}

/** `y`, `a`, `n` or `n use npm instead`; undefined where it is none of them. */
export function readAnswer(line: string, { suggestions }: Pick<ToolUse, 'suggestions'>): AskAnswer | undefined {
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
function describeUpdate(update: PermissionUpdate): string {
  const place = places[update.destination]
  if (update.type === 'setMode') return `mode ${update.mode} ${place}`
  if ('directories' in update) return `folder ${update.directories.join(', ')} ${place}`
  return `${update.rules.map(writtenRule).join(', ')} ${place}`
}

const places: Readonly<Record<PermissionUpdate['destination'], string>> = {
  session: 'for this session',
  cliArg: 'for this session',
  localSettings: 'in .claude/settings.local.json',
  projectSettings: 'in .claude/settings.json',
  userSettings: 'in your user settings',
}

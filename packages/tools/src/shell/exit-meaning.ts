import { lastCommand } from './shell-command.js'

/** What exit code 1 means of programs for which it is an answer and no failure (Claude Code 2.1.332, seen). */
const meanings: Readonly<Record<string, string>> = {
  grep: 'No matches found',
  egrep: 'No matches found',
  fgrep: 'No matches found',
  rg: 'No matches found',
  'git grep': 'No matches found',
  find: 'Some directories were inaccessible',
  diff: 'Files differ',
  'git diff': 'Files differ',
  test: 'Condition is false',
  '[': 'Condition is false',
}

/** Why exit code 1 of this command is no failure; undefined where it is one. */
export const meaningOfExit = (command: string, code: number | null): string | undefined => {
  if (code !== 1) return undefined
  const last = lastCommand(command)
  if (last === undefined) return undefined
  const name = last.name === 'git' ? `git ${last.args[0] ?? ''}` : last.name
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined
}

import { matchesPattern, parsePattern } from '../rule/pattern.js'
import type { AnchoredRule } from '../rule/rule.js'

/** Programs that run whatever they are given. */
const interpreters: readonly string[] = (
  'sh bash zsh dash ksh fish python python2 python3 node deno bun ruby perl php lua Rscript osascript pwsh awk ' +
  'env sudo doas su eval exec source . xargs ssh npx bunx uvx pipx nohup time watch docker podman kubectl'
).split(' ')

/** Tools that run commands or further agents. */
const runningTools: readonly string[] = ['Bash', 'Monitor', 'Agent']

/** Why an allow rule permits to run anything at all; undefined where it does not. Mode `auto` leaves such rules out. */
export const broadness = ({ behavior, tool, specifier }: AnchoredRule): string | undefined => {
  if (behavior !== 'allow' || !runningTools.includes(tool)) return undefined
  if (specifier === undefined) return `it allows every call of ${tool}`
  if (tool !== 'Bash') return undefined
  const pattern = parsePattern(specifier)
  if (pattern.kind === 'exact') return undefined
  if (pattern.pieces[0] === '') return 'it leaves the name of the command open'
  const interpreter = interpreters.find((name) =>
    ['', '-c ', '-e '].some((option) => matchesPattern(pattern, `${name} ${option}${anything}`)),
  )
  return interpreter === undefined ? undefined : `it allows whatever ${interpreter} is given to run`
}

/** Arguments that only a star can mean. */
const anything = '\u0001'

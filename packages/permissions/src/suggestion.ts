import { dirname } from 'node:path'
import type { PermissionUpdate } from '@raider/contracts'
import { isInside } from './facts.js'
import { openFolder, readRule } from './file-assessment.js'
import type { ShellPart } from './shell/shell-script.js'
import type { ShellView } from './shell/shell-view.js'

/** Most rules that one answer may add. */
const maxRules = 5

/**
 * What to offer as a lasting answer to a question about a command line: its `open` parts, whether nothing but edits inside the open
 * folders is missing, and the path that held it up.
 */
export const shellSuggestions = (
  open: readonly ShellPart[],
  plainEdits: boolean,
  blocked: string | undefined,
  { cwd, facts }: ShellView,
): readonly PermissionUpdate[] => {
  if (plainEdits) return [openFolder(cwd), { type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
  const outside = blocked?.startsWith('/') === true && !isInside(blocked, facts) ? dirname(blocked) : undefined
  const writes = open.some(({ redirects }) => redirects.some(({ access }) => access === 'write'))
  if (outside !== undefined) return writes ? [openFolder(outside)] : [readRule(outside)]
  const rules = [...new Set(open.flatMap((part) => ruleFor(part) ?? []))].slice(0, maxRules)
  if (rules.length === 0) return []
  return [
    {
      type: 'addRules',
      rules: rules.map((ruleContent) => ({ toolName: 'Bash', ruleContent })),
      behavior: 'allow',
      destination: 'localSettings',
    },
  ]
}

/** `npm run *` for `npm run build -x`: command and subcommand, where there is one. */
const ruleFor = ({ words, command }: ShellPart): string | undefined => {
  const [name, second] = words
  if (name === undefined || words.some((word) => word.dynamic)) return undefined
  const hasSubcommand = second !== undefined && /^[a-z][\w-]*$/.test(second.value)
  if (hasSubcommand) return `${name.value} ${second.value} *`
  return words.length > 1 ? `${name.value} *` : command
}

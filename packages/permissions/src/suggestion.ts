import { dirname } from 'node:path'
import type { PermissionUpdate, PermitQuery } from '@raider/contracts'
import { isInside, type PermissionFacts } from './facts.js'
import { openFolder, readRule } from './file-assessment.js'
import type { ShellPart } from './shell.js'

/** Most rules that one answer may add. */
const maxRules = 5

/** What to offer as a lasting answer to a question about a command line. */
export const shellSuggestions = (
  open: readonly ShellPart[],
  situation: {
    /** Nothing but edits inside the open folders is missing. */
    readonly plainEdits: boolean
    readonly blocked: string | undefined
    readonly query: PermitQuery
    readonly facts: PermissionFacts
  },
): readonly PermissionUpdate[] => {
  const { plainEdits, blocked, query, facts } = situation
  if (plainEdits) return [openFolder(query.cwd), { type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
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

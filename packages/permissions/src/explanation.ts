import type { Behavior, PermissionDecision, PermissionMode, PermitQuery } from '@raider/contracts'
import { conclude, decide, rulesIn } from './decide.js'
import { distinctBy } from './distinct.js'
import type { PermissionFacts } from './facts.js'
import { canonicalTool } from './rule/rule.js'
import type { Rules } from './rule/ruleset.js'
import { assessView, commandOf, isShellTool } from './shell/shell-assessment.js'
import { viewShell, type PartView, type ShellView } from './shell/shell-view.js'

/** What would become of one command of a line, were it alone. */
export interface ExplainedPart extends Pick<PermissionDecision, 'behavior' | 'reason' | 'source' | 'considered'> {
  /** The command as written, assignments and redirections included. */
  readonly text: string
  /** Where the command stands: in the line, in a substitution, or in a text that is handed to another shell. */
  readonly place: 'line' | 'substitution' | 'handed text'
}

/** A decision, part by part. */
export interface Explanation {
  readonly tool: string
  readonly mode: PermissionMode
  readonly decision: PermissionDecision
  /** The commands of a line, in order; empty for tools that run none. */
  readonly parts: readonly ExplainedPart[]
  /** Set where the line is held back by more than its parts are: by syntax, say. */
  readonly whole?: string
}

/** Says who decides over a call and who loses, for each command of a line. Pure, as {@link decide} is. */
export const explainCall = (
  rules: Rules,
  mode: PermissionMode,
  query: PermitQuery,
  facts: PermissionFacts,
): Explanation => {
  const decision = decide(rules, mode, query, facts)
  const tool = canonicalTool(query.tool)
  const parts = isShellTool(tool) ? explainParts(rulesIn(mode, rules), mode, { ...query, tool }, facts) : []
  const worst = Math.max(...parts.map((part) => strictness[part.behavior]))
  return {
    tool,
    mode,
    decision,
    parts,
    ...(parts.length > 0 && strictness[decision.behavior] > worst && { whole: decision.reason }),
  }
}

const strictness: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

const explainParts = (
  rules: Rules,
  mode: PermissionMode,
  query: PermitQuery,
  facts: PermissionFacts,
): readonly ExplainedPart[] => {
  const line = viewShell(commandOf(query), query.cwd, facts)
  return line.parts.flatMap((part) => {
    const assessment = assessView(rules, query, alone(part, line))
    const { behavior, reason, source, considered } = conclude(assessment, mode, query.tool, facts)
    const spoken = [...assessment.deny, ...assessment.ask].length > 0 || assessment.hazard !== undefined
    // The command that hands a text over is judged itself; of the text only what holds it back counts.
    if (part.handed && !spoken) return []
    // Of a rule that speaks twice about one command, once is enough.
    return [
      {
        text: part.part.text,
        place: placeOf(part),
        behavior,
        reason,
        source,
        considered: distinctBy(considered, ({ source }) => source),
      },
    ]
  })
}

/** The view of a line that consists of one command. */
const alone = (part: PartView, line: ShellView): ShellView => ({
  ...line,
  command: part.part.text,
  own: [part],
  parts: [part],
  script: { ...line.script, parts: [part.part], syntax: new Set() },
})

const placeOf = ({ handed, part }: PartView): ExplainedPart['place'] =>
  handed ? 'handed text' : part.substituted ? 'substitution' : 'line'

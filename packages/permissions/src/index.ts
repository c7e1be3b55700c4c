export { createPermissions, type PermissionOptions, type SessionPermissions } from './session.js'
export { decide } from './decide.js'
export { compileRules, matchesToolName, type Rules, type RuleSet } from './rule/ruleset.js'
export { settingsRules, textRules, type RuleReading } from './rule/settings-rules.js'
export { canonicalTool, createRule, parseRule, ruleText, type AnchoredRule, type RuleText } from './rule/rule.js'
export { parsePattern, matchesPattern, type CommandPattern } from './rule/pattern.js'
export { createPathPattern, namedPath, type PathPattern, type PathPatternOptions } from './rule/path-pattern.js'
export { parseShell } from './shell/shell.js'
export {
  type ShellAssignment,
  type ShellPart,
  type ShellRedirect,
  type ShellScript,
  type ShellSyntax,
} from './shell/shell-script.js'
export { hole, type ShellExpansion, type ShellWord } from './shell/shell-word.js'
export { type PermissionFacts } from './facts.js'
export { explainCall, type ExplainedPart, type Explanation } from './explanation.js'
export { isProtectedName } from './protected-path.js'
export { onlyReads } from './shell/only-reads.js'
export { lintRules, type RuleFinding } from './lint/lint.js'
export { isPermissionUpdate, readAnswer } from './answer.js'
export { matchesUrl } from './rule/url-pattern.js'

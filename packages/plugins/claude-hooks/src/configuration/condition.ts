import { isObject, type JsonObject } from '@raider/contracts'
import { createPathPattern, matchesPattern, parsePattern, parseRule } from '@raider/permissions'
import { commandRuns } from './command-condition.js'

/** Folders that paths in conditions refer to; absolute. */
export interface ConditionPlace {
  readonly cwd: string
  readonly projectDir: string
  readonly homeDir: string
}

/**
 * Does the `if` of a hook hold for the tool call in the hook input? A malformed rule never holds, a tool name alone always does.
 * Unlike permission rules, conditions on commands hold in case of doubt: better a hook too many than a guard too few.
 */
export const conditionHolds = (rule: string, fields: JsonObject, place: ConditionPlace): boolean => {
  const parsed = parseRule(rule)
  if (parsed === undefined || parsed.tool !== fields['tool_name']) return false
  const { tool, specifier } = parsed
  if (specifier === undefined) return true
  const input = isObject(fields['tool_input']) ? fields['tool_input'] : {}
  if (tool === 'Bash' || tool === 'PowerShell') return commandRuns(specifier, input['command'], place.homeDir)
  if (tool === 'WebFetch') return hostMatches(specifier, input['url'])
  const path = input['file_path'] ?? input['notebook_path'] ?? input['path']
  return typeof path === 'string' && pathMatches(specifier, path, place)
}

const hostMatches = (specifier: string, url: unknown): boolean => {
  const [, host] = /^domain:(.+)$/.exec(specifier) ?? []
  if (host === undefined || typeof url !== 'string' || !URL.canParse(url)) return false
  return matchesPattern(parsePattern(host.toLowerCase()), new URL(url).hostname)
}

/** Gitignore semantics without regard to case, in the folder the session was started in; outside of it from the root (seen). */
const pathMatches = (specifier: string, path: string, { cwd, projectDir, homeDir }: ConditionPlace): boolean => {
  // A rule that is the path itself holds, though a single slash stands for the project's folder (seen).
  if (specifier === path) return true
  const inside = path === projectDir || path.startsWith(`${projectDir}/`)
  const facts = { projectDir: inside ? projectDir : '/', homeDir, caseSensitive: false }
  return createPathPattern(specifier, { behavior: 'allow', anchor: projectDir, facts })(path, cwd)
}

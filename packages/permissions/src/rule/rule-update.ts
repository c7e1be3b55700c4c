import { resolve } from 'node:path'
import type { PermissionUpdate, RuleValue } from '@raider/contracts'
import type { PermissionFacts } from '../facts.js'
import { canonicalTool, createRule, ruleText, type AnchoredRule } from './rule.js'
import { destinationLayers } from './settings-rules.js'

/** An update of rules. */
type RuleUpdate = Extract<PermissionUpdate, { readonly behavior: unknown }>
/** An update of open folders. */
type FolderUpdate = Extract<PermissionUpdate, { readonly directories: unknown }>

/** The rules once an update is in force; the `/x` paths of new ones are anchored at `anchor`. */
export const changedRules = (
  rules: readonly AnchoredRule[],
  update: RuleUpdate,
  anchor: string,
): readonly AnchoredRule[] => {
  const layer = destinationLayers[update.destination]
  const mine = (rule: AnchoredRule): boolean => rule.behavior === update.behavior && rule.source.layer === layer
  const named = new Set(update.rules.map(valueText))
  if (update.type === 'removeRules') return rules.filter((rule) => !(mine(rule) && named.has(ruleText(rule))))
  const kept = update.type === 'replaceRules' ? rules.filter((rule) => !mine(rule)) : rules
  const known = new Set(kept.filter(mine).map(ruleText))
  return [
    ...kept,
    ...update.rules.flatMap((value) => (known.has(valueText(value)) ? [] : newRule(value, update, anchor))),
  ]
}

const newRule = (value: RuleValue, { behavior, destination }: RuleUpdate, anchor: string): readonly AnchoredRule[] => {
  const rule = createRule(behavior, valueText(value), { layer: destinationLayers[destination], anchor })
  return rule === undefined ? [] : [rule]
}

/** Under the name and in the form that rules have here, so that `Task(x)` takes `Agent(x)` away. */
const valueText = ({ toolName, ruleContent = '*' }: RuleValue): string =>
  ruleText({
    tool: canonicalTool(toolName),
    ...(ruleContent !== '' && ruleContent !== '*' && { specifier: ruleContent }),
  })

/** The open folders once an update is in force. */
export const changedFolders = (facts: PermissionFacts, update: FolderUpdate): readonly string[] => {
  const named = update.directories.map((folder) => resolve(facts.projectDir, folder))
  return update.type === 'addDirectories'
    ? [...new Set([...facts.directories, ...named])]
    : facts.directories.filter((folder) => !named.includes(folder))
}

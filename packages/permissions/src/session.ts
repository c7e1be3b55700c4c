import { resolve } from 'node:path'
import {
  isObject,
  RaiderError,
  type PermissionDecision,
  type PermissionMode,
  type PermissionRule,
  type Permissions,
  type PermissionUpdate,
  type PermitQuery,
  type Profile,
  type RuleValue,
  type Settings,
  type SettingsNotice,
  type Source,
} from '@raider/contracts'
import { decide } from './decide.js'
import { explainCall, type Explanation } from './explanation.js'
import { bothForms, type PermissionFacts } from './facts.js'
import { lintRules, type RuleFinding } from './lint.js'
import { canonicalTool, createRule, ruleText, type AnchoredRule } from './rule.js'
import { compileRules, type Rules } from './ruleset.js'
import { destinationLayers, settingsRules, textRules } from './settings-rules.js'

/** What {@link createPermissions} needs to know. */
export interface PermissionOptions {
  readonly settings: Pick<Settings, 'layers' | 'merged'>
  /** Rules of the command line or of the host's options. */
  readonly cli: {
    readonly allow: readonly string[]
    readonly ask?: readonly string[]
    readonly deny: readonly string[]
  }
  readonly mode: PermissionMode
  readonly profile: Profile
  readonly facts: Omit<PermissionFacts, 'profile'>
  /** May the session enter `bypassPermissions` later? Always true where it starts in it. Default false. */
  readonly allowBypass?: boolean
}

/** Rules, mode and open folders of one session, with what tells of them. */
export interface SessionPermissions extends Permissions {
  /** The decision over a call with all that led to it, part by part. */
  explain(query: PermitQuery): Explanation
  /** Rules in force that do not do what they seem to. */
  lint(): readonly RuleFinding[]
  /** Puts the rules of changed settings files in the place of those that the files had before. */
  follow(settings: Pick<Settings, 'layers' | 'merged'>): void
  fork(mode: PermissionMode, notes?: readonly string[]): SessionPermissions
  rules(): readonly PermissionRule[]
  /** True for a path that a deny rule keeps from being read: searches leave it out. */
  hides(path: string, cwd: string): boolean
  /** Rules that were left out, and why. */
  readonly notices: readonly SettingsNotice[]
}

/**
 * Opens the permissions of a session. Malformed rules of the command line throw `bad-option`. Where the settings forbid the mode that
 * a session asks for, it starts in `default`.
 */
export const createPermissions = (options: PermissionOptions): SessionPermissions => openPermissions(options)

/** What permissions start with in place of what settings and options declare. */
interface Inherited {
  readonly rules: readonly AnchoredRule[]
  readonly lent: WeakSet<AnchoredRule>
  readonly facts: PermissionFacts
}

const openPermissions = (options: PermissionOptions, inherited?: Inherited): SessionPermissions => {
  const { profile, allowBypass = false } = options
  const { projectDir } = options.facts
  let settings = options.settings
  let managedOnly = isManagedOnly(settings)
  const bypassAvailable = allowBypass || options.mode === 'bypassPermissions'
  const reading = settingsRules(settings)
  let facts: PermissionFacts = inherited?.facts ?? { ...options.facts, profile }
  let mode = isForbidden(options.mode, settings) ? 'default' : options.mode
  let declared: readonly AnchoredRule[] = inherited?.rules ?? [...reading.rules, ...cliRules(options)]
  let rules: Rules = compileRules(declared, facts)

  /** Rules that were lent for a while. */
  const lentRules = inherited?.lent ?? new WeakSet<AnchoredRule>()

  const setRules = (next: readonly AnchoredRule[]): void => {
    declared = next
    rules = compileRules(next, facts)
  }
  const setMode = (next: PermissionMode): void => {
    if (isForbidden(next, settings)) throw new RaiderError('bad-option', `The settings forbid the mode ${next}.`)
    if (next === 'bypassPermissions' && !bypassAvailable) {
      throw new RaiderError('bad-option', 'bypassPermissions cannot be entered: the session was started without it.')
    }
    mode = next
    facts = { ...facts, planAsks: false }
  }
  const apply = (update: PermissionUpdate): void => {
    switch (update.type) {
      case 'setMode':
        setMode(update.mode)
        // In a plan that an answer began, commands are asked for in profile claude too (Claude Code 2.1.332, seen).
        facts = { ...facts, planAsks: true }
        return
      case 'addDirectories':
      case 'removeDirectories':
        facts = { ...facts, directories: changedFolders(facts, update) }
        return
      case 'addRules':
      case 'replaceRules':
      case 'removeRules':
        return managedOnly ? undefined : setRules(changedRules(declared, update, projectDir))
    }
  }

  return {
    permit: (query) => restricted(decide(rules, mode, query, facts), mode, settings),
    explain: (query) => explainCall(rules, mode, query, facts),
    lint: () => lintRules(declared, facts),
    mode: () => mode,
    setMode,
    apply,
    lend({ allow, deny }) {
      const allowed = managedOnly ? [] : allow
      const lent = [
        ...textRules('deny', deny, projectDir, 'session').rules,
        ...textRules('allow', allowed, projectDir, 'session').rules,
      ]
      for (const rule of lent) lentRules.add(rule)
      if (lent.length > 0) setRules([...declared, ...lent])
      return () => {
        if (lent.length > 0) setRules(declared.filter((rule) => !lent.includes(rule)))
      }
    },
    follow(next) {
      settings = next
      managedOnly = isManagedOnly(next)
      if (isForbidden(mode, next)) mode = 'default'
      const others = declared.filter(({ source }) => !isOfFile(source.layer) && !managedOnly)
      setRules([...settingsRules(next).rules, ...others])
    },
    fork: (next, notes = []) =>
      openPermissions(
        { ...options, settings, mode: next },
        { rules: declared, lent: lentRules, facts: { ...facts, notes: [...(facts.notes ?? []), ...notes] } },
      ),
    rules: () => declared,
    directories: () => facts.directories,
    isOffered: (tool) => rules.deny.wholeTool(canonicalTool(tool)).length === 0,
    isFound: (tool) => rules.deny.wholeTool(canonicalTool(tool)).every((rule) => lentRules.has(rule)),
    hides: (path, cwd) => {
      const denied = rules.deny.paths('Read')
      return !denied.isEmpty && bothForms(path, facts).some((form) => denied.find(form, cwd).length > 0)
    },
    notices: reading.notices,
  }
}

/** A decision without what the settings rule out: rules to be kept, and a classifier that goes on while a plan is made. */
const restricted = (
  decision: PermissionDecision,
  mode: PermissionMode,
  settings: Pick<Settings, 'merged'>,
): PermissionDecision => {
  const { classifiable: _, ...unjudged } = decision
  const one = mode === 'plan' && settings.merged.useAutoModeDuringPlan === false ? unjudged : decision
  if (!isManagedOnly(settings)) return one
  return { ...one, suggestions: decision.suggestions.filter((update) => !('rules' in update)) }
}

const isManagedOnly = ({ merged }: Pick<Settings, 'merged'>): boolean => merged.allowManagedPermissionRulesOnly === true

/** Is a rule kept in a settings file, and not by the host or for the session? */
const isOfFile = (layer: Source['layer']): boolean => layer !== undefined && !['cli', 'session', 'code'].includes(layer)

const isForbidden = (mode: PermissionMode, { merged }: Pick<Settings, 'merged'>): boolean => {
  const permissions = isObject(merged.permissions) ? merged.permissions : {}
  if (mode === 'bypassPermissions') return permissions.disableBypassPermissionsMode === 'disable'
  return mode === 'auto' && [permissions.disableAutoMode, merged.disableAutoMode].includes('disable')
}

const cliRules = ({ cli, facts, settings }: PermissionOptions): readonly AnchoredRule[] => {
  if (isManagedOnly(settings)) return []
  const readings = [
    textRules('deny', cli.deny, facts.projectDir),
    textRules('ask', cli.ask ?? [], facts.projectDir),
    textRules('allow', cli.allow, facts.projectDir),
  ]
  const [malformed] = readings.flatMap((reading) => reading.malformed)
  if (malformed !== undefined) {
    throw new RaiderError(
      'bad-option',
      `"${malformed}" is no permission rule. Expected Tool or Tool(specifier), such as Bash(git *).`,
    )
  }
  return readings.flatMap((reading) => reading.rules)
}

type RuleUpdate = Extract<PermissionUpdate, { readonly behavior: unknown }>
type FolderUpdate = Extract<PermissionUpdate, { readonly directories: unknown }>

const changedRules = (rules: readonly AnchoredRule[], update: RuleUpdate, anchor: string): readonly AnchoredRule[] => {
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

const changedFolders = (facts: PermissionFacts, update: FolderUpdate): readonly string[] => {
  const named = update.directories.map((folder) => resolve(facts.projectDir, folder))
  return update.type === 'addDirectories'
    ? [...new Set([...facts.directories, ...named])]
    : facts.directories.filter((folder) => !named.includes(folder))
}

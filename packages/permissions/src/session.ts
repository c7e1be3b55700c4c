import {
  RaiderError,
  type LentRules,
  type PermissionMode,
  type PermissionRule,
  type Permissions,
  type PermissionUpdate,
  type Permit,
  type PermitQuery,
  type Profile,
  type Settings,
  type SettingsNotice,
  type Source,
} from '@raider/contracts'
import { decide } from './decide.js'
import { explainCall, type Explanation } from './explanation.js'
import { bothForms, type PermissionFacts } from './facts.js'
import { lintRules, type RuleFinding } from './lint/lint.js'
import { canonicalTool, type AnchoredRule } from './rule/rule.js'
import { changedFolders, changedRules } from './rule/rule-update.js'
import { compileRules, type Rules } from './rule/ruleset.js'
import { forbiddenMode, isForbidden, isManagedOnly, restricted } from './rule/settings-limits.js'
import { settingsRules, textRules } from './rule/settings-rules.js'

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
  /** Rules that were left out, and a mode that is forbidden, and why. */
  readonly notices: readonly SettingsNotice[]
}

/**
 * Opens the permissions of a session. Malformed rules of the command line throw `bad-option`. Where the settings forbid the mode that
 * a session asks for, it starts in `default` and says so.
 */
export const createPermissions = (options: PermissionOptions): SessionPermissions => {
  const { settings, profile, mode, allowBypass = false } = options
  const { rules, notices } = settingsRules(settings)
  const facts: PermissionFacts = { ...options.facts, profile }
  const declared = [...rules, ...cliRules(options)]
  return new OpenPermissions({
    settings,
    facts,
    mode,
    declared,
    rules: compileRules(declared, facts),
    allowBypass,
    notices: notices.concat(forbiddenMode(mode, settings)),
  })
}

/** What permissions start with. */
interface Start {
  readonly settings: PermissionOptions['settings']
  readonly facts: PermissionFacts
  /** The mode that is wished for. */
  readonly mode: PermissionMode
  readonly declared: readonly AnchoredRule[]
  /** The same, prepared. */
  readonly rules: Rules
  readonly allowBypass: boolean
  readonly notices: readonly SettingsNotice[]
}

/** Rules that were lent for a while, by any session: each lending makes rules of its own. */
const lentRules = new WeakSet<AnchoredRule>()

class OpenPermissions implements SessionPermissions {
  readonly notices: readonly SettingsNotice[]
  readonly #allowBypass: boolean
  readonly #bypassAvailable: boolean
  #settings: PermissionOptions['settings']
  #facts: PermissionFacts
  #mode: PermissionMode
  #declared: readonly AnchoredRule[]
  #rules: Rules

  constructor({ settings, facts, mode, declared, rules, allowBypass, notices }: Start) {
    this.notices = notices
    this.#allowBypass = allowBypass
    this.#bypassAvailable = allowBypass || mode === 'bypassPermissions'
    this.#settings = settings
    this.#facts = facts
    this.#mode = isForbidden(mode, settings) ? 'default' : mode
    this.#declared = declared
    this.#rules = rules
  }

  readonly permit: Permit = (query) =>
    restricted(decide(this.#rules, this.#mode, query, this.#facts), this.#mode, this.#settings)

  explain(query: PermitQuery): Explanation {
    return explainCall(this.#rules, this.#mode, query, this.#facts)
  }

  lint(): readonly RuleFinding[] {
    return lintRules(this.#declared, this.#facts)
  }

  rules(): readonly PermissionRule[] {
    return this.#declared
  }

  directories(): readonly string[] {
    return this.#facts.directories
  }

  isOffered(tool: string): boolean {
    return this.#rules.deny.wholeTool(canonicalTool(tool)).length === 0
  }

  isFound(tool: string): boolean {
    return this.#rules.deny.wholeTool(canonicalTool(tool)).every((rule) => lentRules.has(rule))
  }

  hides(path: string, cwd: string): boolean {
    const denied = this.#rules.deny.paths('Read')
    return !denied.isEmpty && bothForms(path, this.#facts).some((form) => denied.find(form, cwd).length > 0)
  }

  mode(): PermissionMode {
    return this.#mode
  }

  setMode(mode: PermissionMode): void {
    if (isForbidden(mode, this.#settings)) throw new RaiderError('bad-option', `The settings forbid the mode ${mode}.`)
    if (mode === 'bypassPermissions' && !this.#bypassAvailable) {
      throw new RaiderError(
        'bad-option',
        'bypassPermissions cannot be entered: the session was started without it. Start it with `allowBypassPermissions`.',
      )
    }
    this.#mode = mode
    this.#facts = { ...this.#facts, planAsks: false }
  }

  apply(update: PermissionUpdate): void {
    switch (update.type) {
      case 'setMode':
        this.setMode(update.mode)
        // In a plan that an answer began, commands are asked for in profile claude too (Claude Code 2.1.332, seen).
        this.#facts = { ...this.#facts, planAsks: true }
        return
      case 'addDirectories':
      case 'removeDirectories':
        this.#facts = { ...this.#facts, directories: changedFolders(this.#facts, update) }
        return
      case 'addRules':
      case 'replaceRules':
      case 'removeRules':
        if (!isManagedOnly(this.#settings)) this.#setRules(changedRules(this.#declared, update, this.#facts.projectDir))
    }
  }

  lend({ allow, deny }: LentRules): () => void {
    const { projectDir } = this.#facts
    const lent = [
      ...textRules('deny', deny, projectDir, 'session').rules,
      ...textRules('allow', isManagedOnly(this.#settings) ? [] : allow, projectDir, 'session').rules,
    ]
    if (lent.length === 0) return () => undefined
    for (const rule of lent) lentRules.add(rule)
    this.#setRules([...this.#declared, ...lent])
    return () => this.#setRules(this.#declared.filter((rule) => !lent.includes(rule)))
  }

  follow(settings: PermissionOptions['settings']): void {
    this.#settings = settings
    if (isForbidden(this.#mode, settings)) this.#mode = 'default'
    const others = isManagedOnly(settings) ? [] : this.#declared.filter(({ source }) => !isOfFile(source.layer))
    this.#setRules([...settingsRules(settings).rules, ...others])
  }

  fork(mode: PermissionMode, notes: readonly string[] = []): SessionPermissions {
    return new OpenPermissions({
      settings: this.#settings,
      facts: { ...this.#facts, notes: [...(this.#facts.notes ?? []), ...notes] },
      mode,
      declared: this.#declared,
      rules: this.#rules,
      allowBypass: this.#allowBypass,
      notices: this.notices,
    })
  }

  #setRules(declared: readonly AnchoredRule[]): void {
    this.#declared = declared
    this.#rules = compileRules(declared, this.#facts)
  }
}

/** Is a rule kept in a settings file, and not by the host or for the session? */
const isOfFile = (layer: Source['layer']): boolean => layer !== undefined && !['cli', 'session', 'code'].includes(layer)

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

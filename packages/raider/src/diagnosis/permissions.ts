import type { Finding, PermissionRule, SettingsLayer, SettingsNotice, Source } from '@raider/contracts'
import type { RuleFinding } from '@raider/permissions'
import { sessionPermissions } from '../session/session-permissions.js'
import { trustRemedy, type Look } from './look.js'

/** Every rule, whether it counts, and whether it does what it seems to. */
export function permissionFindings(look: Look): readonly Finding[] {
  const { options, around, written, setup } = look
  const open = (settings: Look['written']) =>
    // A mode that may not be is told of elsewhere.
    sessionPermissions(
      { ...options, permissionMode: 'default', allowBypassPermissions: false },
      { ...around, settings },
    )
  const { allowManagedPermissionRulesOnly: managedOnly, ...merged } = written.merged
  const all = open({ ...written, merged })
  const counting = new Set(open(setup.settings).rules().map(keyOf))
  const flaws = new Map(all.lint().map((finding) => [keyOf(finding.rule), finding]))
  const against = managedOnly === true ? { why: 'managed settings let only their own rules count' } : untrusted
  return [
    modeFinding(look),
    ...all.notices.filter(({ cause }) => cause === 'malformed').map(noticeFinding),
    ...all
      .rules()
      .map((rule) => ruleFinding(rule, flaws.get(keyOf(rule)), counting.has(keyOf(rule)) ? undefined : against)),
  ]
}

const untrusted = { why: 'it needs the trust of this project', remedy: trustRemedy }

const modeFinding = ({ options, around, setup }: Look): Finding => {
  const permissions = sessionPermissions(options, {
    ...around,
    host: { ...around.host, isRoot: false },
    settings: setup.settings,
  })
  return { name: 'mode', fate: 'honoured', why: permissions.mode() }
}

const noticeFinding = ({ file, line, key = '', text }: SettingsNotice): Finding => ({
  name: key,
  fate: 'error',
  why: text.slice(text.indexOf(`${key}: `) + key.length + 2),
  file,
  ...(line !== undefined && { line }),
})

const keyOf = ({ behavior, source }: Pick<PermissionRule, 'behavior' | 'source'>): string =>
  [behavior, source.name, source.layer ?? '', source.file ?? '', source.line ?? ''].join('\0')

function ruleFinding(
  rule: PermissionRule,
  flaw: RuleFinding | undefined,
  against: Pick<Finding, 'why' | 'remedy'> | undefined,
): Finding {
  const place = { name: `${rule.behavior} ${rule.source.name}`, ...placeOf(rule.source) }
  if (against !== undefined) return { ...place, fate: 'refused', ...against }
  if (flaw === undefined) return { ...place, fate: 'honoured' }
  const missed = flaw.missed === undefined ? '' : ` Gets past: ${flaw.missed.join(' · ')}`
  return { ...place, fate: fateOf(flaw, rule), why: `${flaw.text}${missed}` }
}

/** A rule that was to hold something back and does not is a hole; one that allows nothing does no harm. */
const fateOf = ({ kind }: RuleFinding, { behavior }: PermissionRule): Finding['fate'] => {
  if (kind === 'never') return behavior === 'allow' ? 'ignored' : 'error'
  return kind === 'shadowed' ? 'ignored' : 'partly'
}

const layerNames: readonly unknown[] = ['managed', 'flag', 'local', 'project', 'user'] satisfies SettingsLayer['name'][]

const placeOf = ({ layer, file, line }: Source): Pick<Finding, 'layer' | 'file' | 'line'> => ({
  ...(layerNames.includes(layer) && { layer: layer as SettingsLayer['name'] }),
  ...(file !== undefined && { file }),
  ...(line !== undefined && { line }),
})

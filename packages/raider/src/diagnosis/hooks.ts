import { hookLayer } from '@raider/agents'
import {
  compileMatcher,
  eventTable,
  hookEvents,
  listHooks,
  readHooks,
  type HookEntry,
  type HookState,
} from '@raider/claude-hooks'
import type { Fate, Finding, LayerOrigin, Settings, SettingsLayer, SettingsNotice } from '@raider/contracts'
import { similarTo } from '@raider/settings'
import { skillHookLayer } from '@raider/skills'
import { commandProblem } from './hook-command.js'
import { isDistrusted, trustRemedy, type Look } from './look.js'
import { toolNames } from './tool-names.js'

/** Every hook of settings, plugins, agents and skills, and everything that was meant to be one. */
export function hookFindings(look: Look): readonly Finding[] {
  const { written, setup, around } = look
  const { profile } = around
  const bundled = setup.bundles.list.flatMap(({ layers }) => layers)
  const ofAgents = [...setup.agents.values()].flatMap((agent) => hookLayer(agent, 'subagent') ?? [])
  const layers = [...written.layers, ...bundled, ...ofAgents, ...skillLayers(look)]
  // Whether hooks are switched off is said by what counts of the settings.
  const all: Settings = { ...setup.settings, layers }
  const distrusted = isDistrusted(look)
  const hooks = listHooks(all, profile, (layer) => distrusted && (layer === 'project' || layer === 'local'))
  // What stands at a wrong event is in the list as well; the other notices are about what became no hook at all.
  const faults = readHooks(all, profile).notices.filter(({ key }) => key !== undefined)
  return [...faults.map(faultFinding), ...hooks.map((hook) => hookFinding(hook, layers, look))]
}

/** Hooks of skills join once these are invoked. */
const skillLayers = ({ around, setup, start }: Look): readonly SettingsLayer[] =>
  (start.tools?.skills?.all() ?? []).flatMap((skill) => {
    const layer = skillHookLayer(skill, around.projectDir)
    const needsTrust = skill.origin === 'projectSettings' && around.profile.skillTrust === 'required'
    return layer === undefined ? [] : [{ ...layer, trusted: !needsTrust || setup.settings.trust.trusted }]
  })

const faultFinding = ({ file, line, key = '', text }: SettingsNotice): Finding => {
  const [similar] = similarTo(key.replace(/^hooks\./, ''), hookEvents)
  const said = text.slice(text.indexOf(`${key} `) + key.length + 1)
  return {
    name: key,
    fate: 'error',
    why: said.replace(/; known are .*$/s, '').replace(/\. The entry is left out.*$/s, ''),
    ...(similar !== undefined && { remedy: `Was ${similar} meant?` }),
    file,
    ...(line !== undefined && { line }),
  }
}

type State = readonly [fate: Fate, why?: string, remedy?: string]

const states: Readonly<Record<HookState, State>> = {
  active: ['honoured'],
  'never fires here': ['ignored', 'Raider has no cause for this event'],
  'wrong type': ['error', 'this event cannot run hooks of this type'],
  repeated: ['ignored', 'an equal hook further on stands for it'],
  'switched off': ['refused', 'settings switch hooks of this file off'],
  'not trusted': ['refused', 'it needs the trust of this project', trustRemedy],
  'file dropped': ['error', 'a malformed guard costs all hooks of this file'],
}

function hookFinding(hook: HookEntry, layers: readonly SettingsLayer[], look: Look): Finding {
  const { event, matcher, condition, type, label, source, state } = hook
  const { layer, file, line } = source
  const about = [event, ...(matcher === undefined ? [] : [matcher]), ...(condition ? [`if ${condition}`] : []), type]
  const problem = mayRun(state) ? (problemOf(hook, layers, look) ?? matchesNoTool(hook, look)) : undefined
  const [fate, why, remedy] = problem ?? states[state]
  return {
    name: about.join(' '),
    fate,
    why: why === undefined ? label : `${why}: ${label}`,
    ...(remedy !== undefined && { remedy }),
    ...(isLayer(layer) && { layer }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  }
}

/** A matcher of plain words that names tools which Raider does not have. */
function matchesNoTool({ event, matcher = '' }: HookEntry, look: Look): State | undefined {
  if (!eventTable[event].tool || !/^[\w|, -]+$/.test(matcher) || matcher.includes('mcp__')) return undefined
  const matches = compileMatcher(matcher, event)
  return [...toolNames(look)].some(matches) ? undefined : ['ignored', `there is no tool ${matcher}`]
}

/** Does it run, or will it once the project is trusted? */
const mayRun = (state: HookState): boolean => state === 'active' || state === 'not trusted'

const isLayer = (layer: HookEntry['source']['layer']): layer is LayerOrigin =>
  layer !== undefined && !['cli', 'session', 'code'].includes(layer)

function problemOf(
  { type, label, source }: HookEntry,
  layers: readonly SettingsLayer[],
  { around, setup }: Look,
): State | undefined {
  if (type !== 'command') return undefined
  const layer = layers.find(({ file }) => file === source.file)
  const env = { ...setup.env, HOME: around.homeDir, CLAUDE_PROJECT_DIR: around.projectDir, ...layer?.env }
  const problem = commandProblem(label, env, around.projectDir)
  return problem === undefined ? undefined : ['error', problem, 'Install or mend it, or mend the command.']
}

import { randomUUID } from 'node:crypto'
import type {
  Commands,
  JsonObject,
  Note,
  Plugin,
  PluginSteps,
  Profile,
  SessionScope,
  SettingsLayer,
  StepScope,
  Tool,
} from '@raider/contracts'
import { Catalog } from './catalog.js'
import { createCommands } from './commands.js'
import { Launch } from './launch.js'
import { listingBounds, renderListing } from './listing.js'
import type { Press } from './rendering.js'
import type { SkillRoots } from './search.js'
import type { Skill } from './skill.js'
import { createSkillTool } from './skill-tool.js'

/** What the skills of a session need. */
export interface SkillsOptions {
  readonly roots: SkillRoots
  /** Merged settings. */
  readonly settings: JsonObject
  readonly profile: Profile
  /** Was the project trusted? */
  readonly trusted: boolean
  /** Looks up the tools that skills use: Bash, Read, Agent. */
  readonly tool: (name: string) => Tool | undefined
  /** Is a tool, or the skill in `Skill(name)`, denied by a rule? Such skills are not listed. */
  readonly isDenied: (skill: string) => boolean
  /** Names of the skills that an agent of a type has from its start. */
  readonly preloaded?: (type: string) => readonly string[]
}

/** Skills and commands of one session. */
export interface Skills {
  /** Tells the model of skills and brings in their bodies; stands first in the chain. */
  readonly plugin: Plugin
  readonly tool: Tool
  readonly commands: Commands
  /** Hooks of invoked skills. */
  readonly lateLayers: () => readonly SettingsLayer[]
  /** Everything that is known now. */
  readonly all: () => readonly Skill[]
}

/** Finds the skills and commands of a session. */
export async function openSkills(options: SkillsOptions): Promise<Skills> {
  const { roots, settings, profile, trusted, tool } = options
  const catalog = await Catalog.open(roots, settings)
  const trusts = ({ origin }: Skill): boolean =>
    origin !== 'projectSettings' || trusted || profile.skillTrust === 'not asked'
  const read = (): Tool | undefined => tool('Read')
  const launch = new Launch({
    press: (skill) => pressOf(read(), trusts(skill) && runsShell(settings) ? tool('Bash') : undefined),
    agentTool: () => tool('Agent'),
    trusts,
  })
  return {
    plugin: { name: 'skills', create: (session) => createSteps(catalog, launch, session, options) },
    tool: createSkillTool({ catalog, launch }),
    commands: createCommands({ catalog, launch, read }),
    lateLayers: () => launch.layers(),
    all: () => catalog.all(),
  }
}

const runsShell = ({ disableSkillShellExecution }: JsonObject): boolean => disableSkillShellExecution !== true

const pressOf = (read: Tool | undefined, bash: Tool | undefined): Press => ({
  ...(read && { read }),
  ...(bash && { bash }),
})

function createSteps(
  catalog: Catalog,
  launch: Launch,
  session: SessionScope,
  { settings, isDenied, preloaded, profile, tool }: SkillsOptions,
): PluginSteps {
  const listing = (head: string, skills: readonly Skill[]): readonly Note[] => {
    if (tool('Skill') === undefined) return []
    const entries = skills
      .filter(({ name }) => profile.deniedSkills === 'listed' || !isDenied(name))
      .map((skill) => ({
        name: skill.name,
        description: catalog.visibility(skill) === 'name-only' ? '' : skill.description,
      }))
    if (entries.length === 0) return []
    const text = `${head}\n${renderListing(entries, listingBounds(settings))}`
    return [{ id: randomUUID(), kind: 'session', text, source: { kind: 'plugin', name: 'skills' } }]
  }
  const preload = (scope: StepScope): readonly Note[] => {
    const names = session.agent === undefined ? [] : (preloaded?.(session.agent.type) ?? [])
    return names.flatMap((name) => catalog.find(name) ?? []).flatMap((skill) => launch.preload(skill, scope))
  }
  return {
    open(opening, scope) {
      const recalled = opening.source === 'compact' ? launch.recall(session) : preload(scope)
      const head = 'Skills that the Skill tool brings in, where the task fits one:'
      return { ...opening, notes: [...opening.notes, ...listing(head, catalog.listed()), ...recalled] }
    },
    async afterTool(ending) {
      const { call, outcome } = ending
      const notes = [...launch.takeNotes(call.id)]
      const ran = outcome.status === 'ok' || (outcome.status === 'failed' && profile.memoryTrigger !== 'successful')
      for (const { path } of ran ? call.touches : [])
        notes.push(...listing('Further skills, for what was just touched:', await catalog.touched(path)))
      return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
    },
    close: () => launch.forget(session),
  }
}

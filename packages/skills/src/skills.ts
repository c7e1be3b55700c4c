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
import { createAnnouncer, type Announcer } from './announcement.js'
import { Catalog } from './catalog.js'
import { createCommands } from './commands.js'
import { Launch } from './launch.js'
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
  readonly env: Readonly<Record<string, string>>
  /** Tokens that the model takes; undefined where nobody knows. */
  readonly contextWindow: number | undefined
  /** Is the project trusted: whatever it brings, as it was at the start, or not at all? */
  readonly trust: 'all' | 'as at the start' | 'none'
  /** Looks up the tools that skills use: Bash, Read, Agent. */
  readonly tool: (name: string) => Tool | undefined
  /** Is a tool, or the skill in `Skill(name)`, denied by a rule? Such skills are not listed. */
  readonly isDenied: (skill: string) => boolean
  /** Does the model have a tool now? */
  readonly isOffered: (tool: string) => boolean
  /** Is there an agent of a type? */
  readonly isAgent: (type: string) => boolean
  /** Names of the skills that an agent of a type has from its start. */
  readonly preloaded?: (type: string) => readonly string[]
}

/** Skills and commands of one session. */
export interface Skills {
  /** Tells the model of skills and brings in their bodies; stands behind the hooks, which may ask to look for skills anew. */
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
  const { roots, settings, profile, trust, tool } = options
  const catalog = await Catalog.open(roots, settings)
  const trusts = (skill: Skill): boolean => {
    if (skill.origin !== 'projectSettings' || trust === 'all' || profile.skillTrust === 'not asked') return true
    return trust === 'as at the start' && catalog.isUnchanged(skill)
  }
  const read = (): Tool | undefined => tool('Read')
  const launch = new Launch({
    press: (skill) => pressOf(read(), trusts(skill) && runsShell(settings) ? tool('Bash') : undefined),
    agentTool: () => tool('Agent'),
    isAgent: options.isAgent,
    trusts,
  })
  const announcer = createAnnouncer(catalog, options)
  return {
    plugin: { name: 'skills', create: (session) => createSteps(catalog, launch, announcer, session, options) },
    tool: createSkillTool({ catalog, launch }),
    commands: createCommands({ catalog, launch, read, announcer }),
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
  announcer: Announcer,
  session: SessionScope,
  { preloaded, profile }: SkillsOptions,
): PluginSteps {
  const preload = (scope: StepScope): readonly Note[] => {
    const names = session.agent === undefined ? [] : (preloaded?.(session.agent.type) ?? [])
    return names.flatMap((name) => catalog.find(name) ?? []).flatMap((skill) => launch.preload(skill, scope))
  }
  return {
    async open(opening, scope) {
      if (opening.reloadSkills === true) await catalog.reload()
      const recalled = opening.source === 'compact' ? launch.recall(session) : preload(scope)
      return { ...opening, notes: [...opening.notes, ...announcer.all(), ...recalled] }
    },
    ...(session.agent !== undefined && {
      beforePrompt({ text }) {
        launch.begin(text, session)
        return undefined
      },
    }),
    async afterTool(ending) {
      const { call, outcome } = ending
      const ran = outcome.status === 'ok' || (outcome.status === 'failed' && profile.memoryTrigger !== 'successful')
      // Tools that take a file: commands and searches bring no skill in (seen).
      const files = ran && 'file_path' in call.input ? call.touches.map(({ path }) => path) : []
      const written = call.touches.filter(({ access }) => access === 'write').map(({ path }) => path)
      const isHarmless = call.tool?.parallel?.(call.input) === true
      const notes = [
        ...launch.takeNotes(call.id),
        ...(await announcer.of(files)),
        ...(isHarmless ? [] : await announcer.fresh(written)),
      ]
      return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
    },
    close: () => launch.forget(session),
  }
}

import type {
  CallEnding,
  Commands,
  JsonObject,
  Note,
  Opening,
  Plugin,
  PluginSteps,
  Profile,
  PromptDraft,
  SessionScope,
  SettingsLayer,
  StepScope,
  Tool,
} from '@raider/contracts'
import { Announcer } from './announcement.js'
import { Catalog } from './catalog.js'
import { createCommands } from './commands.js'
import { Launch } from './launch.js'
import type { LocatedRoots } from './search.js'
import type { Skill } from './skill.js'
import { createSkillTool } from './skill-tool.js'

/** What the skills of a session need. */
export interface SkillsOptions {
  readonly roots: LocatedRoots
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
  const catalog = await Catalog.open(options.roots, options.settings)
  const launch = new Launch(catalog, options)
  const announcer = new Announcer(catalog, options)
  const read = (): Tool | undefined => options.tool('Read')
  return {
    plugin: { name: 'skills', create: (session) => new SkillSteps(catalog, launch, announcer, session, options) },
    tool: createSkillTool({ catalog, launch }),
    commands: createCommands({ catalog, launch, read, announcer }),
    lateLayers: () => launch.layers(),
    all: () => catalog.all(),
  }
}

/** The skills of one session, and what its subagents have of them. */
class SkillSteps implements PluginSteps {
  readonly #catalog: Catalog
  readonly #launch: Launch
  readonly #announcer: Announcer
  readonly #session: SessionScope
  readonly #options: SkillsOptions

  constructor(catalog: Catalog, launch: Launch, announcer: Announcer, session: SessionScope, options: SkillsOptions) {
    this.#catalog = catalog
    this.#launch = launch
    this.#announcer = announcer
    this.#session = session
    this.#options = options
  }

  async open(opening: Opening, scope: StepScope): Promise<Opening> {
    // Hooks that bring skills in have to say so.
    if (opening.reloadSkills === true) await this.#catalog.reload()
    else this.#catalog.settle()
    const recalled = opening.source === 'compact' ? this.#launch.recall(this.#session) : this.#preload(scope)
    const notes = this.#announcer.all().concat(recalled)
    return notes.length === 0 ? opening : { ...opening, notes: opening.notes.concat(notes) }
  }

  beforePrompt({ text }: PromptDraft): undefined {
    if (this.#session.agent !== undefined) this.#launch.begin(text, this.#session)
  }

  async afterTool(ending: CallEnding): Promise<CallEnding> {
    const { call, outcome } = ending
    const { memoryTrigger } = this.#options.profile
    const ran = outcome.status === 'ok' || (outcome.status === 'failed' && memoryTrigger !== 'successful')
    // Tools that take a file: commands and searches bring no skill in (seen).
    const files = ran && 'file_path' in call.input ? call.touches.map(({ path }) => path) : []
    const written = call.touches.filter(({ access }) => access === 'write').map(({ path }) => path)
    const isHarmless = call.tool?.parallel?.(call.input) === true
    const notes = [
      ...this.#launch.takeNotes(call.id),
      ...(await this.#announcer.of(files)),
      ...(isHarmless ? [] : await this.#announcer.fresh(written)),
    ]
    return notes.length === 0 ? ending : { ...ending, notes: [...ending.notes, ...notes] }
  }

  close(): void {
    this.#launch.forget(this.#session)
  }

  #preload(scope: StepScope): readonly Note[] {
    const { agent } = this.#session
    const names = agent === undefined ? [] : (this.#options.preloaded?.(agent.type) ?? [])
    return names
      .flatMap((name) => this.#catalog.find(name) ?? [])
      .flatMap((skill) => this.#launch.preload(skill, scope))
  }
}

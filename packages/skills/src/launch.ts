import { randomUUID } from 'node:crypto'
import {
  isObject,
  isToolFailure,
  plainText,
  SparseMap,
  SparseSet,
  type CallScope,
  type Content,
  type JsonObject,
  type Note,
  type SessionScope,
  type SettingsLayer,
  type StepScope,
} from '@raider/contracts'
import type { Catalog } from './catalog.js'
import { skillHookLayer } from './hook-layer.js'
import { plainBody, render, withVariables, type Press, type Rendered } from './rendering.js'
import type { Invoker } from './shell.js'
import type { Skill } from './skill.js'
import type { SkillsOptions } from './skills.js'

type LaunchOptions = Pick<SkillsOptions, 'settings' | 'profile' | 'trust' | 'tool' | 'isAgent'>

/** A skill whose body is on its way to the model. */
interface Launched {
  /** Further fields of the tool's output. */
  readonly output: JsonObject
}

/** A skill that the user invoked: its body, what a subagent reports, or why there is neither. */
type Typed =
  | Exclude<Rendered, { readonly problem: string }>
  | { readonly report: string }
  | { readonly problem: string }

/** Tokens of a body that come back after a compaction, in characters; and of all together (Claude Code 2.1.332, documented). */
const kept = { each: 20_000, all: 100_000 }

/** Invokes skills for one session, and remembers what came of it. */
export class Launch {
  readonly #catalog: Catalog
  readonly #options: LaunchOptions
  readonly #layers: SettingsLayer[] = []
  readonly #withHooks = new SparseSet<string>()
  /** Bodies as they were last brought in, by agent and name. */
  readonly #bodies = new SparseMap<string, Map<string, string>>()
  /** Notes of calls that run, by call. */
  readonly #notes = new SparseMap<string, readonly Note[]>()
  /** Skills that subagents are about to run, by the prompt they get. */
  readonly #forks = new SparseMap<string, string>()
  /** Names of the skills that subagents run, by agent. */
  readonly #forked = new SparseMap<string, string>()

  constructor(catalog: Catalog, options: LaunchOptions) {
    this.#catalog = catalog
    this.#options = options
  }

  /** Hooks of the skills that were invoked so far; the list only grows. */
  layers(): readonly SettingsLayer[] {
    return this.#layers
  }

  #bodiesOf({ agent }: Pick<SessionScope, 'agent'>): Map<string, string> {
    const id = agent?.id ?? ''
    const bodies = this.#bodies.get(id) ?? new Map<string, string>()
    this.#bodies.set(id, bodies)
    return bodies
  }

  /** A session was closed. */
  forget({ agent }: Pick<SessionScope, 'agent'>): void {
    this.#bodies.delete(agent?.id ?? '')
    if (agent !== undefined) this.#forked.delete(agent.id)
  }

  /** A subagent got its prompt: it may be the body of a skill. */
  begin(prompt: string, { agent }: Pick<SessionScope, 'agent'>): void {
    const skill = this.#forks.get(prompt)
    if (agent !== undefined && skill !== undefined) this.#forked.set(agent.id, skill)
  }

  /** Is the session the very subagent that runs the skill? */
  isRunning({ name }: Skill, { agent }: Pick<SessionScope, 'agent'>): boolean {
    return agent !== undefined && this.#forked.get(agent.id) === name
  }

  /** The user typed its name. */
  async byUser(skill: Skill, args: string, scope: CallScope): Promise<Typed> {
    const launched = await this.#launch(skill, args, 'user', scope)
    if ('text' in launched) this.#bodiesOf(scope).set(skill.name, launched.text)
    return 'report' in launched ? { report: launched.report } : launched
  }

  /** The model called the Skill tool: the body follows as a note, unless it is there already. */
  async byModel(skill: Skill, args: string, scope: CallScope): Promise<Launched | { readonly problem: string }> {
    const launched = await this.#launch(skill, args, 'claude', scope)
    if ('problem' in launched) return launched
    if ('report' in launched) {
      const { agentId, notes, report } = launched
      return { output: { status: 'forked', agentId, notes, result: report } }
    }
    const bodies = this.#bodiesOf(scope)
    if (bodies.get(skill.name) !== launched.text) {
      bodies.set(skill.name, launched.text)
      this.#notes.set(scope.callId, [...launched.notes, bodyNote(skill.name, launched.text, skill.file, scope.callId)])
    }
    return { output: {} }
  }

  /** The notes that a finished call of the Skill tool brings. */
  takeNotes(callId: string): readonly Note[] {
    const notes = this.#notes.get(callId) ?? []
    this.#notes.delete(callId)
    return notes
  }

  /** A skill that an agent has from its start: its text alone. */
  preload(skill: Skill, scope: StepScope): readonly Note[] {
    const text = plainBody(skill, scope)
    this.#bodiesOf(scope).set(skill.name, text)
    return [bodyNote(skill.name, text, skill.file)]
  }

  /** The bodies that were brought in before a compaction, the latest first to stay. */
  recall(scope: Pick<SessionScope, 'agent'>): readonly Note[] {
    let left = kept.all
    const notes: Note[] = []
    for (const [name, body] of [...this.#bodiesOf(scope)].toReversed()) {
      const part = body.slice(0, Math.min(kept.each, left))
      left -= part.length
      if (part !== '') notes.unshift(recalledNote(name, part))
    }
    return notes
  }

  async #launch(skill: Skill, args: string, invoker: Invoker, scope: CallScope): Promise<Rendered | Fork> {
    const trusted = this.#trusts(skill)
    const rules = (texts: readonly string[]): readonly string[] =>
      texts.map((text) => withVariables(text, skill, scope))
    const takeBack = scope.lend({
      allow: trusted ? rules(skill.allowedTools) : [],
      deny: rules(skill.disallowedTools),
    })
    const rendered = await render(skill, args, invoker, this.#press(trusted), scope)
    if ('problem' in rendered) return rendered
    const forks = skill.fork !== undefined
    if (trusted && !(forks && scope.profile.skillHooks === 'main thread')) this.#addHooks(skill, scope.projectDir)
    if (!forks) return rendered
    try {
      return await this.#fork(skill, rendered.text, scope)
    } finally {
      // They are for the subagent alone (seen).
      takeBack()
    }
  }

  /** May its allowed tools, its hooks and its shell commands count? */
  #trusts(skill: Skill): boolean {
    const { trust, profile } = this.#options
    if (skill.origin !== 'projectSettings' || trust === 'all' || profile.skillTrust === 'not asked') return true
    return trust === 'as at the start' && this.#catalog.isUnchanged(skill)
  }

  /** How bodies are rendered. */
  #press(trusted: boolean): Press {
    const { tool, settings } = this.#options
    const read = tool('Read')
    const bash = trusted && settings['disableSkillShellExecution'] !== true ? tool('Bash') : undefined
    return { ...(read && { read }), ...(bash && { bash }) }
  }

  #addHooks(skill: Skill, projectDir: string): void {
    const layer = skillHookLayer(skill, projectDir)
    if (layer === undefined || this.#withHooks.has(skill.file)) return
    this.#withHooks.add(skill.file)
    this.#layers.push(layer)
  }

  /** Runs the body as the prompt of a subagent, to its end. */
  async #fork(
    { name, fork, model }: Skill,
    prompt: string,
    scope: CallScope,
  ): Promise<Fork | { readonly problem: string }> {
    const tool = this.#options.tool('Agent')
    if (tool === undefined) return { problem: `Skill ${name} runs as a subagent, and there are none in this session.` }
    // An agent that nobody has is no reason to leave the work undone (seen).
    const agent = fork !== undefined && this.#options.isAgent(fork.agent) ? fork.agent : 'general-purpose'
    const task = { description: `skill ${name}`, prompt, subagent_type: agent, run_in_background: false }
    this.#forks.set(prompt, name)
    try {
      return forkOf(await tool.run({ ...task, ...(model !== undefined && { model }) }, scope))
    } catch (thrown) {
      if (!isToolFailure(thrown)) throw thrown
      return { problem: thrown.message }
    } finally {
      this.#forks.delete(prompt)
    }
  }
}

/** What a subagent handed back. */
interface Fork {
  readonly agentId: unknown
  /** What the runtime says of its run. */
  readonly notes: string
  readonly report: string
}

const forkOf = (structured: unknown): Fork => {
  const { agentId, content, harnessNoteCount } = isObject(structured) ? structured : {}
  const blocks = Array.isArray(content) ? (content as readonly Content[]) : []
  const count = typeof harnessNoteCount === 'number' ? harnessNoteCount : 0
  return { agentId, notes: plainText(blocks.slice(0, count)), report: plainText(blocks.slice(count)) }
}

const bodyNote = (name: string, body: string, file?: string, callId?: string): Note => ({
  id: randomUUID(),
  kind: 'skill',
  text: body,
  source: { kind: 'tool', name: `Skill ${name}`, ...(file !== undefined && { file }) },
  ...(callId !== undefined && { callId }),
})

/** Unlike a body that was just asked for, it is no word of the user. */
const recalledNote = (name: string, body: string): Note => ({
  id: randomUUID(),
  kind: 'session',
  text: `Skill ${name} was invoked before the conversation was summarised. Go by its text where it still applies, and do not begin it anew:\n\n${body}`,
  source: { kind: 'tool', name: `Skill ${name}` },
})

import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  profiles,
  settingsSources,
  text,
  ToolFailure,
  type CallScope,
  type Change,
  type JsonObject,
  type LentRules,
  type PluginSteps,
  type ProfileName,
  type Tally,
  type Tool,
} from '@raider/contracts'
import { createCallScope, createProject, type Files, type Project } from '@raider/testing'
import { locateSkills } from './search.js'
import { openSkills, type Skills } from './skills.js'

/** Runs a command in a real shell. */
const bash: Tool = {
  name: 'Bash',
  description: 'Runs a command',
  origin: 'built-in',
  inputSchema: { type: 'object' },
  run: ({ command }, scope) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', String(command)], {
      cwd: scope.cwd(),
      encoding: 'utf8',
    })
    if (status !== 0) throw new ToolFailure(`Exit code ${status}\n${stderr}`)
    return Promise.resolve(stdout.trimEnd())
  },
  render: (output) => [text(String(output))],
}

const read: Tool = {
  name: 'Read',
  description: 'Reads a file',
  origin: 'built-in',
  inputSchema: { type: 'object' },
  run: async ({ file_path: file, offset = 1, limit }) => {
    const lines = (await readFile(String(file), 'utf8')).split('\n').slice(Number(offset) - 1)
    return lines.slice(0, limit === undefined ? undefined : Number(limit)).join('\n')
  },
  render: (output) => [text(String(output))],
}

/** An Agent tool whose agents report what they were asked, or what `work` makes of it. */
const createAgent = (): Tool & { work?: (prompt: string) => Promise<string> } => ({
  name: 'Agent',
  description: 'Hands work to a subagent',
  origin: 'built-in',
  inputSchema: { type: 'object' },
  async run({ prompt, subagent_type: type }) {
    const report = (await this.work?.(String(prompt))) ?? `${String(type)} did ${String(prompt)}`
    return { agentId: 'a1', content: [text(report)] }
  },
})

export interface BenchOptions {
  readonly home?: Files
  readonly profile?: ProfileName
  readonly settings?: JsonObject
  readonly trust?: Parameters<typeof openSkills>[0]['trust']
  readonly sources?: readonly string[]
  readonly bundles?: (project: Project) => Parameters<typeof openSkills>[0]['roots']['bundles']
  readonly denied?: readonly string[]
  readonly scope?: Partial<CallScope>
  /** What voters say of a change. */
  readonly vote?: (change: Change) => Tally
}

/** Skills of a project on disk, with what a session would do around them. */
export interface Bench {
  readonly project: Project
  readonly skills: Skills
  readonly agent: ReturnType<typeof createAgent>
  readonly steps: PluginSteps
  readonly scope: CallScope
  /** Rules that were put in force. */
  readonly lent: LentRules[]
  /** What was put to the vote. */
  readonly changes: Change[]
  /** The listing at the start; empty where there is none. */
  listing(): Promise<string>
  /** Carries out what a prompt stands for: its blocks and notes, or its answer; undefined for plain words. */
  type(
    prompt: string,
  ): Promise<{ readonly texts: readonly string[]; readonly notes: readonly string[] } | string | undefined>
  /** Calls the Skill tool; the error's message where it fails. */
  call(input: JsonObject, callId?: string): Promise<unknown>
  /** Notes that a finished call brings. */
  finish(callId: string, touched?: string, access?: 'read' | 'write'): Promise<readonly string[]>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createBench(files: Files, options: BenchOptions = {}): Promise<Bench> {
  const project = await createProject(files, { ...(options.home && { home: options.home }) })
  const lent: LentRules[] = []
  const changes: Change[] = []
  const profile = profiles[options.profile ?? 'raider']
  const scope = createCallScope({
    project,
    profile,
    lend: (rules) => {
      lent.push(rules)
      return () => void lent.splice(lent.indexOf(rules), 1)
    },
    vote: (change) => {
      changes.push(change)
      return Promise.resolve(options.vote?.(change) ?? { notes: [], effects: {}, votes: [] })
    },
    ...options.scope,
  })
  const agent = createAgent()
  const skills = await openSkills({
    roots: await locateSkills({
      projectDir: project.dir,
      configDir: project.configDir,
      managedDir: join(project.home, 'managed'),
      directories: [],
      sources: options.sources ?? settingsSources,
      bundles: options.bundles?.(project) ?? [],
    }),
    settings: options.settings ?? {},
    profile,
    env: {},
    contextWindow: undefined,
    trust: options.trust ?? 'all',
    tool: (name) => [bash, read, agent, skills.tool].find((tool) => tool.name === name),
    isDenied: (name) => options.denied?.includes(name) ?? false,
    isOffered: () => true,
    isAgent: (type) => type !== 'nobody',
    preloaded: (type) => (type === 'reviewer' ? ['a'] : []),
  })
  const steps = await skills.plugin.create(scope)
  return {
    project,
    skills,
    agent,
    steps,
    scope,
    lent,
    changes,
    listing: async () => notesOf(await steps.open?.({ source: 'startup', notes: [] }, scope)).join('\n'),
    async type(prompt) {
      const command = await skills.commands.find(prompt, scope)
      if (command?.change !== undefined) changes.push(command.change)
      const expanded = await command?.expand(scope)
      if (expanded === undefined) return undefined
      if ('answer' in expanded) return expanded.answer
      return { texts: expanded.content.map((block) => ('text' in block ? block.text : '')), notes: notesOf(expanded) }
    },
    async call(input, callId = 'c1') {
      const call = { ...scope, callId }
      try {
        const objection = await skills.tool.check?.(input, call)
        return objection?.message ?? (await skills.tool.run(input, call))
      } catch (thrown) {
        return (thrown as Error).message
      }
    },
    async finish(callId, touched, access = 'read') {
      const touches = touched === undefined ? [] : [{ path: project.path(touched), access }]
      const input = touched === undefined ? {} : { file_path: project.path(touched) }
      const call = { id: callId, name: 'Skill', original: {}, given: {}, input, touches }
      const result = { content: [], isError: false }
      const decision = { allowed: true, votes: [], considered: [] }
      return notesOf(
        await steps.afterTool?.({ call, outcome: { status: 'ok', result, decision }, result, notes: [] }, scope),
      )
    },
    [Symbol.asyncDispose]: () => project.dispose(),
  }
}

const notesOf = (value: { readonly notes?: readonly { readonly text: string }[] } | undefined): readonly string[] =>
  (value?.notes ?? []).map((note) => note.text)

import {
  isToolFailure,
  plainText,
  profiles,
  type CallScope,
  type JsonObject,
  type ProfileName,
  type Tool,
} from '@raider/contracts'
import { createCallScope, createProject, type Files, type Project } from '@raider/testing'
import { builtinTools } from './builtin.js'
import type { BuiltinOptions } from './options.js'

/** How a call of a test ended. */
export interface Trial {
  readonly status: 'ok' | 'objection' | 'failed'
  /** What the model reads. */
  readonly text: string
  /** The structured result; undefined unless it went well. */
  readonly structured: unknown
}

/** A project with the built-in tools, called as the gate calls them. */
export interface Bench {
  readonly project: Project
  readonly scope: CallScope
  call(name: string, input: JsonObject): Promise<Trial>
  [Symbol.asyncDispose](): Promise<void>
}

export interface BenchOptions extends Partial<BuiltinOptions> {
  readonly profile?: ProfileName
  readonly scope?: Partial<CallScope>
}

export const createBench = async (
  files: Files = {},
  { profile = 'raider', scope: members, ...options }: BenchOptions = {},
): Promise<Bench> => {
  const project = await createProject(files)
  const scope = createCallScope({ project, profile: profiles[profile], ...members })
  const tools = builtinTools({ homeDir: project.home, ...options })
  return {
    project,
    scope,
    call: (name, input) => tryTool(toolNamed(tools, name), input, scope),
    [Symbol.asyncDispose]: () => project.dispose(),
  }
}

export const toolNamed = (tools: readonly Tool[], name: string): Tool => {
  const found = tools.find((tool) => tool.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  return found
}

/** One call without hooks and permissions. */
export const tryTool = async (tool: Tool, written: JsonObject, scope: CallScope): Promise<Trial> => {
  const given = tool.tidy?.(written) ?? written
  const input = tool.normalize?.(given, scope.cwd()) ?? given
  const objection = await tool.check?.(input, scope)
  if (objection !== undefined) return { status: 'objection', text: objection.message, structured: undefined }
  try {
    const structured = await tool.run(input, { ...scope, given })
    return { status: 'ok', text: plainText(tool.render?.(structured, input) ?? []), structured }
  } catch (thrown) {
    if (!isToolFailure(thrown)) throw thrown
    return { status: 'failed', text: thrown.message, structured: undefined }
  }
}

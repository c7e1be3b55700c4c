import {
  profiles,
  text,
  type CallEnding,
  type JsonObject,
  type LayerName,
  type Plugin,
  type PluginSteps,
  type ProfileName,
  type Settings,
  type SettingsLayer,
  type StepScope,
  type Tool,
  type ToolCall,
} from '@raider/contracts'
import { createCallEnding, createStepScope, until, type Collected, type Project } from '@raider/testing'
import { claudeHooks, type ClaudeHooksOptions } from './claude-hooks.js'
import type { HookEvent } from './events.js'
import { parseHooks } from './configuration/group.js'
import type { Hook } from './configuration/hook.js'
import { anyUrl } from './handler/http.js'

/** A settings layer as the settings package would give it; every value stands in line 1. */
export const testLayer = (name: LayerName, value: JsonObject, more: Partial<SettingsLayer> = {}): SettingsLayer => ({
  name,
  file: `/settings/${name}.json`,
  anchor: '/settings',
  value,
  line: () => 1,
  trusted: true,
  ...more,
})

export const testSettings = (...layers: readonly SettingsLayer[]): Settings => ({
  layers,
  merged: Object.assign({}, ...layers.map((layer) => layer.value)),
  notices: [],
})

/** A command hook. */
export const testHook = ({ event, ...handler }: { event: HookEvent } & JsonObject): Hook => {
  const source = (name: string) => ({ kind: 'hook', name }) as const
  const { hooks } = parseHooks({ [event]: [{ hooks: [{ type: 'command', ...handler }] }] }, { source, rules: anyUrl })
  const [hook] = hooks
  if (hook === undefined) throw new Error('the handler is malformed')
  return hook
}

/** Groups of one event: a command, or a whole handler, each in a group of its own. */
export const onEvent = (event: HookEvent, ...handlers: readonly (string | JsonObject)[]): JsonObject => ({
  [event]: handlers.map((handler) => ({
    hooks: [{ type: 'command', ...(typeof handler === 'string' ? { command: handler } : handler) }],
  })),
})

/** A shell command that prints an answer. */
export const saying = (answer: JsonObject): string => `cat >/dev/null; printf '%s' '${JSON.stringify(answer)}'`

/** A shell command that prints an answer with fields for its event. */
export const specifically = (event: HookEvent, fields: JsonObject, more: JsonObject = {}): string =>
  saying({ ...more, hookSpecificOutput: { hookEventName: event, ...fields } })

export interface TestSession {
  readonly steps: Required<Pick<PluginSteps, 'beforeTool' | 'afterTool' | 'pending' | 'close'>> & PluginSteps
  readonly scope: StepScope & Collected
}

/** A session of the plugin with these hooks in the user's settings. */
export const openSession = async (
  project: Project,
  hooks: JsonObject,
  options: ClaudeHooksOptions & { readonly profile?: ProfileName; readonly scope?: Partial<StepScope> } = {},
): Promise<TestSession> => {
  const { profile = 'raider', scope: overrides, ...rest } = options
  const settings = testSettings(testLayer('user', { hooks }))
  const scope = createStepScope({ project, profile: profiles[profile], settings, effort: 'medium', ...overrides })
  return { scope, steps: (await createPlugin(claudeHooks(rest), scope)) as TestSession['steps'] }
}

const createPlugin = async (plugin: Plugin, scope: StepScope): Promise<PluginSteps> => plugin.create(scope)

/** A tool whose structured output is `{stdout}`. */
export const bash: Tool = {
  name: 'Bash',
  description: 'Runs a command',
  origin: 'built-in',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', required: ['stdout'], properties: { stdout: { type: 'string' } } },
  run: () => Promise.resolve({ stdout: '' }),
  render: (structured) => [text((structured as { stdout: string }).stdout)],
}

export const testCall = (command: string, more: Partial<ToolCall> = {}): ToolCall => ({
  id: 't1',
  tool: bash,
  name: 'Bash',
  original: { command },
  given: { command },
  input: { command },
  touches: [],
  ...more,
})

/** A finished call of `bash` that printed `stdout`. */
export const testEnding = (stdout: string, more: Partial<CallEnding> = {}): CallEnding => {
  const ending = createCallEnding({ id: 't1', name: 'Bash', input: { command: 'x' }, content: [text(stdout)] })
  const result = { content: [text(stdout)], isError: false, structured: { stdout } }
  return { ...ending, call: { ...ending.call, tool: bash }, result, ...more }
}

/** The process id that a hook wrote into a file of the project, once it is there. */
export const pidIn = (project: Project, file: string): Promise<number> =>
  until(`there is a process id in ${file}`, async () => {
    const text = await project.read(file).catch(() => '')
    return text.endsWith('\n') ? Number(text) : undefined
  })

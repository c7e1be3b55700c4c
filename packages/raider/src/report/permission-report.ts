import {
  isObject,
  profiles,
  RaiderError,
  type JsonObject,
  type PermissionMode,
  type SettingsNotice,
  type Tool,
} from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { parseRule, type Explanation, type RuleFinding } from '@raider/permissions'
import { projectPlaces, mergedEnv } from '@raider/settings'
import { builtinTools } from '@raider/tools'
import { resolve } from 'node:path'
import { hostOf } from '../host.js'
import type { RaiderOptions } from '../option.js'
import { readSettings } from '../setup/session-settings.js'
import { sessionPermissions } from '../session/session-permissions.js'

/** The permissions that a session of the same options would start with, to be looked at. */
export interface PermissionReport {
  readonly mode: PermissionMode
  /** Settings and rules that were left out, and why. */
  readonly notices: readonly SettingsNotice[]
  /**
   * Says who would decide over a call and who would lose, for each command of a line. Hooks are not asked.
   * @throws RaiderError `bad-option` where the text is no call.
   */
  explain(call: string | ToolInput): Explanation
  /** Rules that do not do what they seem to. */
  lint(): readonly RuleFinding[]
}

/** A call by its tool and input. */
export interface ToolInput {
  readonly tool: string
  readonly input: JsonObject
}

/**
 * Reads the settings as a session would, and gives its permissions to be explained.
 *
 * @example
 * const permissions = await openPermissions({ cwd: '/my/project' })
 * permissions.explain('Bash(git push && ls)').decision.behavior
 * @throws RaiderError `bad-settings` where the settings cannot be read.
 */
export async function openPermissions(options: RaiderOptions = {}): Promise<PermissionReport> {
  const host = hostOf(options)
  const projectDir = realPathOf(host.cwd)
  const profile = profiles[options.profile ?? 'raider']
  const places = projectPlaces({ projectDir, homeDir: host.homeDir, env: host.env })
  const settings = await readSettings(options, { projectDir, homeDir: host.homeDir, places, profile })
  const addedDirs = (options.additionalDirectories ?? []).map((dir) => realPathOf(resolve(projectDir, dir)))
  const permissions = sessionPermissions(options, {
    settings,
    profile,
    projectDir,
    host,
    addedDirs,
    env: mergedEnv(settings, host.env),
  })
  return {
    mode: permissions.mode(),
    notices: [...settings.notices, ...permissions.notices],
    explain: (call) =>
      permissions.explain(queryOf(typeof call === 'string' ? readCall(call) : call, projectDir, host.homeDir)),
    lint: () => permissions.lint(),
  }
}

const queryOf = ({ tool, input: given }: ToolInput, cwd: string, homeDir: string) => {
  const known = builtinTools({ homeDir }).find(({ name }) => name === tool)
  const whole = { ...emptyTexts(known), ...given }
  const input = known?.normalize?.(whole, cwd) ?? whole
  return {
    tool,
    input,
    origin: tool.startsWith('mcp__') ? ('mcp' as const) : ('built-in' as const),
    paths: known?.touches?.(input, cwd) ?? [],
    cwd,
  }
}

/** Texts that a call must have and that no rule speaks of, such as what is written to a file. */
const emptyTexts = (tool: Tool | undefined): JsonObject => {
  const required = tool?.inputSchema.required
  return Array.isArray(required) ? Object.fromEntries(required.map((name) => [String(name), ''])) : {}
}

/** The field of a tool that stands between the parentheses. */
const mainFields: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['Monitor', 'command'],
  ['Read', 'file_path'],
  ['Edit', 'file_path'],
  ['Write', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
  ['Glob', 'path'],
  ['Grep', 'path'],
  ['WebFetch', 'url'],
  ['WebSearch', 'query'],
  ['Agent', 'subagent_type'],
  ['Skill', 'skill'],
])

/** `Bash(git push)`, `Read(a.txt)`, `WebSearch`, or the whole input as JSON: `Agent({"subagent_type": "Explore"})`. */
const readCall = (text: string): ToolInput => {
  const { tool, specifier } = parseRule(text) ?? {}
  if (tool === undefined)
    throw new RaiderError('bad-option', `"${text}" is no call. Write it like Bash(git push) or Read(src/a.ts).`)
  if (specifier === undefined) return { tool, input: {} }
  const input = parseObject(specifier)
  if (input !== undefined) return { tool, input }
  const field = mainFields.get(tool)
  if (field === undefined)
    throw new RaiderError(
      'bad-option',
      `What stands in ${tool}(…) is known for ${[...mainFields.keys()].join(', ')}. Write the input of other tools as JSON, like ${tool}({"name": "value"}).`,
    )
  return { tool, input: { [field]: specifier } }
}

const parseObject = (text: string): JsonObject | undefined => {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // A command may begin with a brace too.
  }
}

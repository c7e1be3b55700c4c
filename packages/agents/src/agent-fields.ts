import { efforts, isObject, permissionModes, settingsSources, type JsonObject } from '@raider/contracts'
import { flagOf, listOf, textOf } from '@raider/frontmatter'
import type { AgentDefinition, AgentOrigin } from './agent.js'

const isolations = ['worktree', 'remote'] as const

/** Names that a plugin's folder or the command line could not tell apart, as the reference program refuses them (2.1.332, seen). */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes(':') && !value.startsWith('-')

/** An agent, or why the fields make none. */
export type AgentReading = { readonly agent: AgentDefinition } | { readonly flaw: string }

/**
 * An agent of the fields of its frontmatter or JSON form. Fields of a wrong type are left out. It is none where name, description or
 * prompt are missing, and where its hooks are none.
 */
export const agentOf = (fields: JsonObject, prompt: unknown, origin: AgentOrigin): AgentReading => {
  const { name, description } = fields
  if (!isName(name)) return { flaw: name === undefined ? 'it has no name' : 'its name must be a text without ":"' }
  if (typeof description !== 'string' || description === '') return { flaw: 'it has no description' }
  if (typeof prompt !== 'string') return { flaw: 'it has no prompt' }
  // An agent whose guards cannot be read is none (Claude Code 2.1.332, seen).
  if (origin.kind !== 'plugin' && fields['hooks'] !== undefined && !areHooks(fields['hooks']))
    return { flaw: 'its hooks are malformed' }
  return { agent: { name, description, prompt, ...optionalFields(fields, origin), origin } }
}

type Optional = Omit<AgentDefinition, 'name' | 'description' | 'prompt' | 'origin' | 'scout'>

const optionalFields = (fields: JsonObject, origin: AgentOrigin): Optional => {
  const { hooks, permissionMode, mcpServers, ...own } = fields
  // What a plugin brings is not the user's own choice (seen).
  const trusted = origin.kind === 'plugin' ? {} : { hooks, permissionMode, mcpServers }
  return present({
    tools: nameList(own['tools']),
    disallowedTools: nameList(own['disallowedTools']),
    model: textOf(own['model']),
    effort: oneOf(own['effort'], efforts),
    permissionMode: oneOf(trusted.permissionMode, permissionModes),
    maxTurns: countOf(own['maxTurns']),
    skills: nameList(own['skills']),
    mcpServers: serverList(trusted.mcpServers),
    hooks: isObject(trusted.hooks) ? trusted.hooks : undefined,
    background: flagOf(own['background']),
    memory: oneOf(own['memory'], settingsSources),
    isolation: oneOf(own['isolation'], isolations),
    initialPrompt: textOf(own['initialPrompt']),
  })
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>

const countOf = (value: unknown): number | undefined => {
  const count = Number(textOf(value))
  return Number.isInteger(count) && count > 0 ? count : undefined
}

/** Event maps of groups of handlers; what is within a handler is told where the hooks are read. */
const areHooks = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((groups) => Array.isArray(groups) && groups.every(isGroup))

const isGroup = (group: unknown): boolean =>
  isObject(group) && Array.isArray(group['hooks']) && group['hooks'].every(isHandler)

const handlerTypes: readonly unknown[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent']

const isHandler = (handler: unknown): boolean => isObject(handler) && handlerTypes.includes(handler['type'])

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

const serverList = (value: unknown): readonly (string | JsonObject)[] | undefined =>
  Array.isArray(value)
    ? value.filter((entry): entry is string | JsonObject => typeof entry === 'string' || isObject(entry))
    : undefined

/** `Read, Bash(git *)`, `Read Bash` or a list; `*` stands for all, as an absent list does. */
const nameList = (value: unknown): readonly string[] | undefined => {
  const names = listOf(value)
    ?.flatMap((entry) => listOf(entry, ' ') ?? [])
    .filter((name) => name !== '')
  return names?.includes('*') ? undefined : names
}

import type { Profile, Tool } from '@raider/contracts'
import { needsTaskTools } from './model-habit.js'

/** What decides which of the built-in tools are offered. */
export interface OfferFacts {
  /** Names that the host asked for; absent: whatever is usual. */
  readonly named?: readonly string[]
  /** Rules by which the host allows tools, such as `TaskCreate`. */
  readonly allowed: readonly string[]
  readonly profile: Profile
  readonly env: Readonly<Record<string, string>>
  /** Id of the model. */
  readonly model: string
  /** Can anybody answer questions? */
  readonly asks: boolean
  /** False for a tool that is denied by its bare name. */
  readonly isOffered: (tool: string) => boolean
}

const forPeople: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'])
const forTasks: ReadonlySet<string> = new Set(['TaskCreate', 'TaskGet', 'TaskUpdate', 'TaskList'])
const forSearch: ReadonlySet<string> = new Set(['Glob', 'Grep'])

/** The tools to offer, as Claude Code 2.1.332 was seen to choose among its own. */
export const offeredTools = (tools: readonly Tool[], facts: OfferFacts): readonly Tool[] =>
  tools.filter(({ name }) => (facts.named?.includes(name) ?? true) && isAvailable(name, facts))

const isAvailable = (name: string, facts: OfferFacts): boolean => {
  if (forPeople.has(name)) return facts.asks
  if (name === 'TodoWrite') return !usesTasks(facts) && isWanted(name, facts)
  if (forTasks.has(name)) return usesTasks(facts) && isWanted(name, facts)
  if (forSearch.has(name)) return facts.named !== undefined || facts.profile.searchTools === 'always' || !hasBash(facts)
  return true
}

const usesTasks = ({ env }: OfferFacts): boolean => env['CLAUDE_CODE_ENABLE_TASKS'] !== '0'

const isWanted = (name: string, { named, allowed, env, model }: OfferFacts): boolean =>
  named !== undefined ||
  allowed.some((rule) => rule === name || rule.startsWith(`${name}(`)) ||
  env['CLAUDE_CODE_ENABLE_TODO_TOOLS'] === '1' ||
  needsTaskTools(model)

const hasBash = ({ isOffered }: OfferFacts): boolean => isOffered('Bash')

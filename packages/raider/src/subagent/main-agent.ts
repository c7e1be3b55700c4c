import { spawnable, toolsOf, type AgentDefinition } from '@raider/agents'
import { RaiderError } from '@raider/contracts'
import type { SessionParts } from '@raider/loop'
import { withNoteTools } from './agent-memory.js'

/** The agent that the main thread shall run as. @throws RaiderError `bad-option` where there is none of that name. */
export const mainAgentOf = (
  name: string | undefined,
  agents: ReadonlyMap<string, AgentDefinition>,
): AgentDefinition | undefined => {
  if (name === undefined) return undefined
  const agent = agents.get(name)
  if (agent !== undefined) return agent
  throw new RaiderError('bad-option', `There is no agent "${name}". There are: ${[...agents.keys()].join(', ')}.`)
}

/** The agents that a main agent may start. */
export const spawnableBy = (
  main: AgentDefinition | undefined,
  agents: ReadonlyMap<string, AgentDefinition>,
): ReadonlyMap<string, AgentDefinition> => {
  const names = main === undefined ? undefined : spawnable(main)
  return names === undefined ? agents : new Map([...agents].filter(([name]) => names.includes(name)))
}

/** The model that a main agent asks for. */
export const mainModel = (main: AgentDefinition | undefined): string | undefined =>
  main?.model === 'inherit' ? undefined : main?.model

/** The parts of a session whose main thread runs as an agent: with its tools. */
export const runningAs = (main: AgentDefinition | undefined, parts: SessionParts): SessionParts => {
  if (main === undefined) return parts
  const { changingTools } = parts
  return {
    ...parts,
    facts: { ...parts.facts, role: main.name },
    ...(main.initialPrompt !== undefined && { preface: main.initialPrompt }),
    tools: toolsOf(withNoteTools(main), parts.tools),
    ...(changingTools !== undefined && { changingTools: () => toolsOf(main, changingTools()) }),
  }
}

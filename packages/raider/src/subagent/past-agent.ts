import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { agentNamed, type AgentDefinition, type Member } from '@raider/agents'
import { isObject } from '@raider/contracts'
import { readText } from '@raider/disk'
import { agentTranscript } from '@raider/settings'

/** What `agent-<id>.meta.json` beside the transcript of a subagent says of it, in the form of Claude Code (2.1.332, seen). */
export interface AgentFacts {
  readonly agentType: string
  readonly isBuiltIn: boolean
  readonly description: string
  /** By which its caller calls it. */
  readonly name?: string
  readonly toolUseId: string
  readonly spawnDepth: number
  readonly parentAgentId?: string
  readonly model: string
}

/** The file of these facts, for a transcript. */
export const factsFile = (transcript: string): string => transcript.replace(/\.jsonl$/, '.meta.json')

/**
 * A subagent of the session before it was resumed, by its id or its name; undefined where there was none, and where nobody knows its
 * kind any more.
 * @param transcript of the first session.
 */
export async function pastAgent(
  to: string,
  transcript: string,
  agents: ReadonlyMap<string, AgentDefinition>,
): Promise<Member | undefined> {
  const folder = dirname(agentTranscript(transcript, ''))
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.meta.json'))
  const members = await Promise.all(files.map((file) => memberOf(join(folder, file), agents)))
  return members.find((member) => member?.id === to) ?? members.findLast((member) => member?.name === to)
}

async function memberOf(file: string, agents: ReadonlyMap<string, AgentDefinition>): Promise<Member | undefined> {
  const found = await readText(file)
  const facts = found.is === 'text' ? factsIn(found.text) : {}
  const { agentType, description, name } = facts
  const agent = typeof agentType === 'string' ? agentNamed(agents, agentType) : undefined
  if (agent === undefined) return undefined
  return {
    id: basename(file, '.meta.json').replace(/^agent-/, ''),
    agent,
    description: typeof description === 'string' ? description : agent.name,
    ...(typeof name === 'string' && { name }),
  }
}

/** A torn file says nothing. */
function factsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const facts: unknown = JSON.parse(text)
    return isObject(facts) ? facts : {}
  } catch {
    return {}
  }
}

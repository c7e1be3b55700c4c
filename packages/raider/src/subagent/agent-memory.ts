import { join } from 'node:path'
import type { AgentDefinition } from '@raider/agents'
import { makeFolder } from '@raider/disk'
import { readIndex } from '@raider/nested-memory'

/** What an agent keeps between sessions. */
export interface AgentMemory {
  /** Exists; absolute. */
  readonly dir: string
  /** Goes behind its system prompt. */
  readonly prompt: string
}

/** Tools by which an agent reads and writes its notes. */
const noteTools = ['Read', 'Write', 'Edit']

/** The notes of an agent whose frontmatter says `memory`; undefined where it keeps none. Makes their folder. */
export async function agentMemory(
  agent: AgentDefinition,
  places: { readonly projectDir: string; readonly configDir: string },
): Promise<AgentMemory | undefined> {
  const dir = memoryDir(agent, places)
  if (dir === undefined) return undefined
  await makeFolder(dir, 0o700)
  const index = await readIndex(dir)
  return {
    dir,
    prompt: [note(dir), index === undefined ? empty : `Contents of ${index.path}:\n\n${index.text}`].join('\n\n'),
  }
}

/** In the layout of Claude Code (2.1.332, seen). */
function memoryDir(
  { name, memory }: AgentDefinition,
  { projectDir, configDir }: { readonly projectDir: string; readonly configDir: string },
): string | undefined {
  const folder = name.replaceAll(/[^\w-]/g, '-')
  switch (memory) {
    case 'user':
      return join(configDir, 'agent-memory', folder)
    case 'project':
      return join(projectDir, '.claude', 'agent-memory', folder)
    case 'local':
      return join(projectDir, '.claude', 'agent-memory-local', folder)
    case undefined:
      return undefined
  }
}

/** The agent with the tools that its notes need, unless it may not have them. */
export const withNoteTools = (agent: AgentDefinition): AgentDefinition =>
  agent.memory === undefined || agent.tools === undefined ? agent : { ...agent, tools: [...agent.tools, ...noteTools] }

const note = (dir: string): string =>
  `You keep notes between sessions in ${dir}. Look there before you start, and note before you end what will help you next time: ` +
  'how things are done here, decisions, traps. One note a file, and in MEMORY.md one line on each: only its start is shown to you.'

const empty = 'There are no notes yet.'

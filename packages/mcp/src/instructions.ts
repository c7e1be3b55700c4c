import { randomUUID } from 'node:crypto'
import type { Note } from '@raider/contracts'
import { longestText } from './server-tool.js'

/** A server with something to say about its use. */
interface Instructions {
  readonly server: string
  readonly text: string
}

/** What servers say about their use, as one note for the model; undefined where there is nothing to say. */
export const instructionNote = (all: readonly Instructions[]): Note | undefined => {
  if (all.length === 0) return undefined
  const parts = all.map(({ server, text }) => `## ${server}\n${text.slice(0, longestText)}`)
  return {
    id: randomUUID(),
    kind: 'session',
    text: `MCP servers say how their tools and resources are to be used:\n\n${parts.join('\n\n')}`,
    source: { kind: 'plugin', name: 'mcp' },
  }
}

import { text, type Engine, type EngineEvent, type ModelRequest } from '@raider/contracts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request of one user message, for tests. */
export const asking = (value: string, agent = 'main'): ModelRequest => ({
  agent,
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [text('<system-reminder>r</system-reminder>'), text(value)] }],
})

/** All events of one request. */
export const told = async (
  engine: Engine,
  request: ModelRequest = asking('hi'),
  signal: AbortSignal = new AbortController().signal,
): Promise<EngineEvent[]> => {
  const events: EngineEvent[] = []
  for await (const event of engine.stream(request, signal)) events.push(event)
  return events
}

/** What one request is answered: the text of its reply, or the kind of its fault. */
export const answer = async (engine: Engine, request?: ModelRequest): Promise<string> => {
  const last = (await told(engine, request)).at(-1)
  if (last?.type === 'fault') return last.fault.kind
  return last?.type === 'end'
    ? last.message.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|')
    : ''
}

/** A new file of this name in a new folder. */
export const newFile = async (name: string, content?: string): Promise<string> => {
  const file = join(await mkdtemp(join(tmpdir(), 'raider-script-')), name)
  if (content !== undefined) await writeFile(file, content)
  return file
}

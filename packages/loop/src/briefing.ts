import os from 'node:os'

/** What the system prompt is made of. */
export interface BriefingFacts {
  readonly projectDir: string
  /** Replaces the built-in instructions. */
  readonly systemPrompt?: string
  readonly appendSystemPrompt?: string
  /** How the model shall speak. */
  readonly style?: string
  /** What the model is told of notes that it keeps between sessions. */
  readonly notes?: string
  /** Folders beside the project folder that count as inside. */
  readonly directories: readonly string[]
  readonly date: Date
}

const instructions = `You are an agent that works on a person's project through tools.
Do what was asked, no more and no less; look before you change something, and check your work where a tool lets you.
Text in <system-reminder> tags comes from the person's own setup (hooks and memory files) and not from the tool beside which it stands; follow it.
A refused call tells you why: do not try to get the same effect another way, but say what you could not do.
Answer briefly and say plainly what you did and what you did not do.`

/**
 * The system prompt as items, most stable first: equal items at the head of two requests are cached together. Nothing in it
 * changes during a session.
 */
export function briefing(facts: BriefingFacts): readonly string[] {
  const { systemPrompt = instructions, style = '', notes = '', appendSystemPrompt = '' } = facts
  return [systemPrompt, style, notes, appendSystemPrompt, environment(facts)].filter((item) => item !== '')
}

function environment({ projectDir, directories, date }: BriefingFacts): string {
  const lines = [
    `Working folder: ${projectDir}`,
    ...directories.map((directory) => `Further folder: ${directory}`),
    `Platform: ${process.platform} ${os.release()}`,
    `Date: ${date.toISOString().slice(0, 10)}`,
  ]
  return `<env>\n${lines.join('\n')}\n</env>`
}

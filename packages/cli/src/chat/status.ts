import { promptTokens, type RaiderEvent } from 'raider'
import { count, dollars, tokens } from '../page/measure.js'

/** Counts what the runs of a chat used. */
export interface Status {
  event(event: RaiderEvent): void
  /** `default · claude-opus-4-5 · 3 turns · 1.2k tokens in · 300 out · $0.01`. */
  line(mode: string): string
}

/** Begins at nothing. */
export function createStatus(): Status {
  const used = { model: '', turns: 0, input: 0, output: 0, costUsd: 0 as number | undefined }
  return {
    event(event) {
      if (event.type === 'session-open' || event.type === 'model-request') used.model = event.model
      if (event.type !== 'run-end') return
      const { usage, costUsd, turns } = event
      used.turns += turns
      used.input += promptTokens(usage)
      used.output += usage.outputTokens
      used.costUsd = costUsd === undefined || used.costUsd === undefined ? undefined : used.costUsd + costUsd
    },
    line: (mode) =>
      [
        mode,
        used.model,
        count(used.turns, 'turn'),
        `${tokens(used.input)} tokens in`,
        `${tokens(used.output)} out`,
        dollars(used.costUsd),
      ].join(' · '),
  }
}

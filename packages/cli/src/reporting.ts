import { createWire, type RaiderEvent } from 'raider'
import { createReport, type Report } from './report.js'
import { setupOf, type Setup } from './setup.js'
import type { Flags } from './flag/flags.js'
import type { Terminal } from './terminal.js'

/** What a headless run starts with: its setup, and a report that hears its sessions. */
export interface Reporting extends Pick<Setup, 'options' | 'events'> {
  readonly report: Report
}

/** @throws UsageError as `setupOf` does. */
export function reportingOf(flags: Flags, version: string, terminal: Terminal): Reporting {
  const { options, events, engine, homeDir } = setupOf(flags, terminal)
  const wire = createWire({
    version,
    apiKeySource: keySource(terminal.env),
    hookFrames: flags.includeHookEvents ?? false,
    subagentText: flags.forwardSubagentText ?? false,
    maxRetries: Number(terminal.env['CLAUDE_CODE_MAX_RETRIES'] ?? 10),
    price: (model) => engine.price(model),
  })
  const report = createReport(flags, wire, terminal, homeDir)
  events.on('*', (event: RaiderEvent) => report.event(event))
  return { options, events, report }
}

const keySource = (env: NodeJS.ProcessEnv): string =>
  ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].find((name) => env[name]) ?? 'none'

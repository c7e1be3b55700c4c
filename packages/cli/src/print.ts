import { createWire, Raider, type CancelRequest, type RaiderEvent } from 'raider'
import { catchInterrupts, type EndSignal } from './interrupt.js'
import { createReport } from './report.js'
import { exitCodeOf, exitCodeOfSignal } from './exit-code.js'
import { readPrompt } from './prompt.js'
import { setupOf } from './setup.js'
import type { CommandLine } from './command-line.js'
import type { Terminal } from './terminal.js'

/** `raider -p`: one session, one run, one answer. Resolves with the exit code. */
export async function print(line: CommandLine, version: string, terminal: Terminal): Promise<number> {
  const prompt = await readPrompt(line.prompt, terminal)
  const { options, events, engine, homeDir } = setupOf(line.flags, terminal)
  const wire = createWire({
    version,
    apiKeySource: keySource(terminal.env),
    hookFrames: line.flags.includeHookEvents ?? false,
    maxRetries: Number(terminal.env['CLAUDE_CODE_MAX_RETRIES'] ?? 10),
    price: (model) => engine.price(model),
  })
  const report = createReport(line.flags, wire, terminal, homeDir)
  events.on('*', (event: RaiderEvent) => report.event(event))

  const run = new Raider(options).run(prompt)
  const interrupts = catchInterrupts(terminal.unread, (signal) => run.cancel(cancelOf(signal)))
  try {
    const outcome = await run.result
    report.end(outcome)
    return interrupts.received === undefined ? exitCodeOf(outcome) : exitCodeOfSignal(interrupts.received)
  } finally {
    interrupts.off()
  }
}

const cancelOf = (signal: EndSignal): CancelRequest =>
  signal === 'SIGINT' ? { by: 'user', reason: 'Ctrl-C' } : { by: 'shutdown', reason: signal }

const keySource = (env: NodeJS.ProcessEnv): string =>
  ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].find((name) => env[name]) ?? 'none'

import {
  profiles,
  resultText,
  type Frame,
  type RaiderEvent,
  type ResultFrame,
  type RunOutcome,
  type Wire,
} from 'raider'
import { count, duration } from './page/measure.js'
import { createTrace } from './page/trace.js'
import { paintFor, type Output, type Terminal } from './terminal.js'
import { plain } from './page/plain.js'
import type { Flags } from './flag/flags.js'

/** Answers on stdout in one of the output formats. */
export interface Report {
  event(event: RaiderEvent): void
  /** A run has ended; another one may follow. */
  end(outcome: RunOutcome): void
  /** There was no session to go on with. */
  refuse(problem: string): void
  /** Nothing follows. */
  close(): void
}

/** The report that `--output-format` and `--verbose` ask for. */
export function createReport(flags: Flags, wire: Wire, terminal: Terminal, homeDir: string): Report {
  if (flags.outputFormat === undefined || flags.outputFormat === 'text')
    return textReport(flags, wire, terminal, homeDir)
  const report = framesReport(flags, wire, terminal)
  return profiles[flags.profile ?? 'raider'].noticeFormats === 'all' ? withNotices(report, terminal) : report
}

function framesReport({ outputFormat, verbose }: Flags, wire: Wire, terminal: Terminal): Report {
  if (outputFormat === 'stream-json') return streamReport(wire, terminal)
  return verbose ? listReport(wire, terminal) : resultReport(wire, terminal)
}

/** Frames do not tell what was left out of the settings, or which hook is broken: stderr does. */
const withNotices = (report: Report, { stderr }: Terminal): Report => ({
  ...report,
  event(event) {
    report.event(event)
    if (isWarning(event)) tell(stderr, unbroken(event.text))
  },
})

type Notice = Extract<RaiderEvent, { readonly type: 'notice' }>

const isWarning = (event: RaiderEvent): event is Notice => event.type === 'notice' && event.level !== 'info'

/** A warning is one line, so that a log can be searched for it. */
const unbroken = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ')

const tell = (stderr: Output, text: string): void => void stderr.write(`raider: ${plain(text)}\n`)

/** One frame a line. */
function streamReport(wire: Wire, { stdout }: Terminal): Report {
  const print = (frame: Frame): void => void stdout.write(`${JSON.stringify(frame)}\n`)
  return {
    event: (event) => wire.frames(event).forEach(print),
    end: (outcome) => print(wire.result(outcome)),
    refuse: (problem) => print(wire.refusal(problem)),
    close: () => undefined,
  }
}

/** A list of all frames, written as they come. */
function listReport(wire: Wire, { stdout }: Terminal): Report {
  let before = '['
  const print = (frame: Frame): void => {
    stdout.write(`${before}${JSON.stringify(frame)}`)
    before = ','
  }
  return {
    event: (event) => wire.frames(event).forEach(print),
    end: (outcome) => print(wire.result(outcome)),
    refuse: (problem) => print(wire.refusal(problem)),
    close: () => void stdout.write(before === '[' ? '[]\n' : ']\n'),
  }
}

/** The last result only. */
function resultReport(wire: Wire, { stdout }: Terminal): Report {
  let last: ResultFrame | undefined
  return {
    event: (event) => void wire.frames(event),
    end: (outcome) => void (last = wire.result(outcome)),
    refuse: (problem) => void (last = wire.refusal(problem)),
    close: () => void (last && stdout.write(`${JSON.stringify(last)}\n`)),
  }
}

/** A wait of minutes is not to look like a hang. */
const retryText = ({ fault, attempt, delayMs }: Extract<RaiderEvent, { readonly type: 'model-retry' }>): string =>
  `${unbroken(fault.message)}; try ${attempt + 1} in ${duration(delayMs)}`

/** The model may pass over it in silence, and nobody was asked. */
const denialText = ({ denials }: RunOutcome): string =>
  `${count(denials.length, 'call')} refused (${[...new Set(denials.map(({ tool_name }) => tool_name))].join(', ')}): --verbose says by whom, --allowedTools lets calls run`

/** The last text of the model; what the user should know beside it goes to stderr. */
function textReport(flags: Flags, wire: Wire, terminal: Terminal, homeDir: string): Report {
  const { stdout, stderr } = terminal
  const trace = createTrace({
    write: (text) => void stderr.write(text),
    paint: paintFor(stderr, terminal),
    homeDir,
    detail: 'full',
    live: false,
  })
  return {
    event(event) {
      wire.frames(event)
      if (flags.verbose) trace.event(event)
      else if (isWarning(event)) tell(stderr, unbroken(event.text))
      else if (event.type === 'model-retry') tell(stderr, retryText(event))
      else if (event.type === 'hook-message') tell(stderr, `${event.event} hook: ${event.text}`)
    },
    end(outcome) {
      const text = resultText(outcome, wire.result(outcome))
      if (text !== '') stdout.write(`${stdout.isTTY ? plain(text) : text}\n`)
      if (outcome.kind === 'cancelled' && outcome.by === 'hook' && !flags.verbose)
        tell(stderr, `stopped by a hook: ${outcome.reason}`)
      if (outcome.denials.length > 0 && !flags.verbose) tell(stderr, denialText(outcome))
    },
    refuse: () => undefined,
    close: () => undefined,
  }
}

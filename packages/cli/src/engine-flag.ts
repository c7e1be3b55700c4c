import { isAbsolute, join } from 'node:path'
import { anthropic, script, withRecorder, type Engine } from 'raider'
import { UsageError } from './usage-error.js'
import type { Flags } from './flags.js'

/**
 * The engine that `--engine` and `--record` name; undefined leaves the choice to Raider, whose own engine knows the settings.
 * @throws UsageError for a name that is none; RaiderError `bad-script` for a script that cannot be used.
 */
export function engineOf(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Engine | undefined {
  const path = (file: string): string => (isAbsolute(file) ? file : join(cwd, file))
  const named = namedEngine(flags.engine, cwd, path)
  return flags.record === undefined ? named : withRecorder(named ?? anthropic({ env }), path(flags.record))
}

function namedEngine(name: string | undefined, cwd: string, path: (file: string) => string): Engine | undefined {
  if (name === undefined || name === 'anthropic') return undefined
  const file = /^script:(.+)$/s.exec(name)?.[1]
  if (file !== undefined) return script(path(file), { values: { cwd } })
  throw new UsageError(`--engine ${name} is unknown: it is anthropic, or script:FILE with a YAML script`)
}

import { resolve } from 'node:path'
import { anthropic, script, withRecorder, type Engine } from 'raider'
import { UsageError } from '../usage-error.js'
import type { Flags } from './flags.js'

/**
 * The engine that `--engine` and `--record` name; undefined leaves the choice to Raider, whose own engine knows the settings.
 * @throws UsageError for a name that is none; RaiderError `bad-script` for a script that cannot be used.
 */
export function engineOf(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Engine | undefined {
  const named = namedEngine(flags.engine, cwd)
  return flags.record === undefined ? named : withRecorder(named ?? anthropic({ env }), resolve(cwd, flags.record))
}

function namedEngine(name: string | undefined, cwd: string): Engine | undefined {
  if (name === undefined || name === 'anthropic') return undefined
  const file = /^script:(.+)$/s.exec(name)?.[1]
  if (file !== undefined) return script(resolve(cwd, file), { values: { cwd } })
  throw new UsageError(`--engine ${name} is unknown: it is anthropic, or script:FILE with a YAML script`)
}

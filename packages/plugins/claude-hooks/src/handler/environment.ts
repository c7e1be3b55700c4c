import { existsSync } from 'node:fs'
import { rowOf, type HookEvent } from '../events.js'
import type { HookScope } from '../scope.js'
import { createEnvFile } from './session-env.js'

/** Variables of every hook (Claude Code 2.1.332, seen); the host's own, without what would send its telemetry twice. */
const sharedEnvironment = (scope: HookScope): Record<string, string> => {
  const kept = Object.entries(scope.env).filter(([name]) => !name.startsWith('OTEL_'))
  return {
    CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
    ...Object.fromEntries(kept),
    CLAUDE_PROJECT_DIR: scope.projectDir,
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_SESSION_ID: scope.session,
    CLAUDE_PID: String(process.pid),
    AI_AGENT: 'raider',
  }
}

const none: Readonly<Record<string, string>> = {}

/** Environments of the hooks of one session. The shared part is made anew only where the session's own is another. */
export class HookEnvironment {
  #base: HookScope['env'] | undefined
  #shared = none

  async of(event: HookEvent, scope: HookScope, index: number): Promise<Readonly<Record<string, string>>> {
    if (scope.env !== this.#base) {
      this.#base = scope.env
      this.#shared = sharedEnvironment(scope)
    }
    const { effort, envFile } = rowOf(event)
    const level = effort ? scope.effort : undefined
    if (level === undefined && !envFile) return this.#shared
    const file = envFile ? await createEnvFile(scope, event, index) : undefined
    return {
      ...this.#shared,
      ...(level !== undefined && { CLAUDE_EFFORT: level }),
      ...(file !== undefined && { CLAUDE_ENV_FILE: file }),
    }
  }
}

/** The folder a hook starts in. A session whose folder is gone must not lose its guards. */
export const workingFolder = (scope: HookScope): string =>
  [scope.cwd(), scope.projectDir, scope.env['HOME']].find((folder) => folder !== undefined && existsSync(folder)) ?? '/'

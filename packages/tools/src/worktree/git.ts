import { ToolFailure } from '@raider/contracts'
import { runChild, type ChildExit } from '@raider/process'

/** Puts questions and orders to git in one folder. */
export interface Git {
  /** What git prints, without the last line end; undefined where it fails. */
  ask(...args: readonly string[]): Promise<string | undefined>
  /** The same. @throws ToolFailure with the words of git. */
  run(...args: readonly string[]): Promise<string>
  /** The same with text for its stdin. */
  feed(stdin: string, ...args: readonly string[]): Promise<string>
}

/** Milliseconds that git may take: a large checkout is written at once. */
const timeoutMs = 120_000

/** Bytes of an answer; a longer one is no answer. */
const maxOutputBytes = 16 * 1024 * 1024

/** Variables that would have git work in another place than the folder it is started in. */
const misleading = /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|PREFIX)$/

/** Git in a folder, with the environment of the session. */
export const createGit = (cwd: string, env: Readonly<Record<string, string>>, signal: AbortSignal): Git => {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !misleading.test(name)))
  const start = (args: readonly string[], stdin?: string): Promise<ChildExit> =>
    runChild(
      {
        file: 'git',
        args,
        cwd,
        env: { ...own, GIT_TERMINAL_PROMPT: '0' },
        timeoutMs,
        maxOutputBytes,
        ...(stdin !== undefined && { stdin }),
      },
      signal,
    )
  const orFail = (args: readonly string[], exit: ChildExit): string => {
    const answer = answerOf(exit)
    if (answer !== undefined) return answer
    const why = exit.error ?? (exit.stderr.trim() || `it ended with ${exit.code ?? exit.killedBy ?? exit.ended}`)
    throw new ToolFailure(`git ${args[0]} failed: ${why}`)
  }
  return {
    ask: async (...args) => answerOf(await start(args)),
    run: async (...args) => orFail(args, await start(args)),
    feed: async (stdin, ...args) => orFail(args, await start(args, stdin)),
  }
}

const answerOf = ({ code, stdout, droppedBytes }: ChildExit): string | undefined =>
  code === 0 && droppedBytes === 0 ? stdout.replace(/\n$/, '') : undefined

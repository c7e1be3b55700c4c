/** What to run, and within which bounds. */
export interface ChildSpec {
  /** Program; looked up on the `PATH` of `env` unless it holds a slash. */
  readonly file: string
  readonly args: readonly string[]
  /** Folder it starts in; absolute. */
  readonly cwd: string
  /** Its whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** Text for its stdin, followed by EOF. A child that never reads it is fine. Absent: `/dev/null`. */
  readonly stdin?: string
  /**
   * Keeps stdin open for `Child.write`, in place of `stdin`: for servers that are talked to. What such a child started and left behind
   * in its group is killed when it exits, since nobody else will end it. Default false.
   */
  readonly interactive?: boolean
  /** Milliseconds until the group is ended; absent: no deadline. */
  readonly timeoutMs?: number
  /** Milliseconds between SIGTERM and SIGKILL; default 1500. */
  readonly graceMs?: number
  /** Bytes kept of the head of each stream; what follows is counted and dropped. Default 1 MiB. */
  readonly maxOutputBytes?: number
  /**
   * What becomes of pipes that a descendant still holds after the exit: closed, so that its next word ends it (default), or read on
   * and dropped, so that it may go on.
   */
  readonly leftover?: 'close' | 'drain'
  /** Sees every chunk as it comes, those beyond `maxOutputBytes` included. */
  readonly onOutput?: (stream: OutputStream, chunk: Buffer) => void
}

/** One of the two outputs of a child. */
export type OutputStream = 'stdout' | 'stderr'

/** What made the child end. */
export type ChildEnding = 'exit' | 'timeout' | 'cancelled' | 'spawn-failed'

/** How a child ended. */
export interface ChildExit {
  /** Exit status; null where a signal ended it or where it never started. */
  readonly code: number | null
  /** The signal that ended it. */
  readonly killedBy: NodeJS.Signals | null
  /** UTF-8, decoded across chunk borders. */
  readonly stdout: string
  readonly stderr: string
  /** Bytes of both streams that were not kept. */
  readonly droppedBytes: number
  /** True where a descendant still held stdout when the child was given back: what it may write later is lost. */
  readonly partial: boolean
  readonly ended: ChildEnding
  /** Why it could not be started. */
  readonly error?: string
  readonly durationMs: number
  /** Absent where it never started. */
  readonly pid?: number
}

/** A child that runs. */
export interface Child {
  /** Process id, which is also the id of its group and session; absent where it could not be started. */
  readonly pid: number | undefined
  /** Never rejects. */
  readonly exit: Promise<ChildExit>
  /** Writes to the stdin of an interactive child; resolves once the pipe takes more. What a child no longer reads is dropped. */
  write(text: string): Promise<void>
  /** Ends the stdin of an interactive child. */
  endInput(): void
  /** Ends the whole group: SIGTERM, grace, SIGKILL. Later calls change nothing. */
  kill(ended: 'timeout' | 'cancelled'): void
  /** Lets go of signal and deadline: from now on only `kill` ends it. Its output is collected as before. */
  detach(): void
}

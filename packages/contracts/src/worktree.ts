/** A checkout of its own for one piece of work. */
export interface Worktree {
  /** Absolute, links resolved. */
  readonly path: string
  /** The checkout that the others work in; absolute. */
  readonly shared: string
  /** Where it comes from; absent where hooks made it, and git is not asked about it. */
  readonly git?: {
    readonly branch: string
    /** Commit it began at. */
    readonly base: string
  }
}

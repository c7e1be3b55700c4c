/** What of the user's setup a session has beside settings, agents and servers. */
export interface Equipment {
  /** Names of skills. */
  readonly skills: readonly string[]
  /** Names that the user may type behind a slash. */
  readonly commands: readonly string[]
  /** Claude Code plugin folders. */
  readonly bundles: readonly {
    readonly name: string
    readonly path: string
    /** `name@inline`, `name@<marketplace>`, `name@skills-dir`. */
    readonly source: string
    readonly version?: string
  }[]
  readonly bundleErrors: readonly {
    readonly plugin: string
    readonly type: string
    readonly message: string
    readonly path?: string
  }[]
  readonly outputStyle: string
}

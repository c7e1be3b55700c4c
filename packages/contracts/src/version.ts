/** Version of Raider: that of all its packages. */
export const raiderVersion = '0.1.0'

/** Version of Claude Code, the reference program, whose behaviour, files and messages Raider follows. */
export const referenceVersion = '2.1.332'

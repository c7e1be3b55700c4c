const bare = (model: string): string => model.replace(/[-@]\d{8}$/, '')

/** Models that keep track of their work better with a list (Claude Code 2.1.332, seen). */
export const needsTaskTools = (model: string): boolean =>
  /claude-3|(?:sonnet|haiku)-4|opus-4(?:-[0-7])?$/.test(bare(model))

/** Models that are used to reading a file before they change it, and have to (Claude Code 2.1.332, seen). */
export const readsFirst = (model: string): boolean => /claude-3|(?:sonnet|haiku)-4|opus-4(?:-[0-6])?$/.test(bare(model))

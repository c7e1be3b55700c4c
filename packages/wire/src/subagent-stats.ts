/** Counts of the subagents of a session, in the spelling of the stream. */
export interface SubagentStats {
  spawned: number
  started_in_background: number
  spawned_by_subagents: number
  max_depth: number
  completed: number
  failed: number
  readonly by_type: Record<string, number>
}

/** The counts before anything happened. */
export const noSubagents = (): SubagentStats => ({
  spawned: 0,
  started_in_background: 0,
  spawned_by_subagents: 0,
  max_depth: 0,
  completed: 0,
  failed: 0,
  by_type: {},
})

import { silence, strictest, type Effects, type Tally, type Verdict, type Vote } from '@raider/contracts'

/** Counts the verdicts of several plugins, in array order. The strictest stance wins; its reasons are all kept. */
export function tally(verdicts: readonly Verdict[]): Tally {
  if (verdicts.length === 0) return silence
  const stance = strictest(verdicts.map((verdict) => verdict.stance))
  const deciding = stance === undefined ? [] : verdicts.filter((verdict) => verdict.stance === stance)
  const reason = deciding.flatMap((verdict) => verdict.reason ?? []).join('\n')
  const stop = verdicts.find((verdict) => verdict.stop !== undefined)?.stop
  const revised = verdicts.findLast((verdict) => verdict.revised !== undefined)?.revised
  return {
    notes: verdicts.flatMap((verdict) => verdict.notes ?? []),
    effects: verdicts.reduce<Effects>((effects, verdict) => mergeEffects(effects, verdict.effects), {}),
    votes: verdicts.flatMap((verdict) => verdict.votes ?? [asVote(verdict)]),
    ...(stance !== undefined && { stance }),
    ...(reason !== '' && { reason }),
    ...(deciding[0] !== undefined && { source: deciding[0].source }),
    ...(stop !== undefined && { stop }),
    ...(revised !== undefined && { revised }),
  }
}

const asVote = ({ source, stance, reason, stop, revised }: Verdict): Vote => ({
  source,
  ...(stance !== undefined && { stance }),
  ...(reason !== undefined && { reason }),
  ...(stop !== undefined && { stop }),
  ...(revised !== undefined && { revised: true }),
})

function mergeEffects(before: Effects, next: Effects | undefined): Effects {
  if (next === undefined) return before
  const permissions = [...(before.permissions ?? []), ...(next.permissions ?? [])]
  const watch = [...(before.watch ?? []), ...(next.watch ?? [])]
  return {
    ...before,
    ...next,
    ...(permissions.length > 0 && { permissions }),
    ...((before.watch ?? next.watch) !== undefined && { watch }),
  }
}

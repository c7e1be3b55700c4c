// Every budget ends a run with an outcome of its own, and a run can be cancelled at any time.
import assert from 'node:assert/strict'
import { Raider, script, type RunOutcome } from 'raider'

const busy = () => script({ turns: [{ calls: [{ Bash: { command: 'sleep 30' } }], times: 9 }] })
const allowedTools = ['Bash(sleep *)']
const say = (outcome: RunOutcome) =>
  console.log(outcome.kind, JSON.stringify({ turns: outcome.turns, ms: outcome.durationMs < 5000 }))

const timed = await new Raider({ engine: busy(), allowedTools, maxTimeMs: 300 }).run('Wait').result
say(timed)
assert.ok(timed.kind === 'limit' && timed.limit === 'time')

const run = new Raider({ engine: busy(), allowedTools }).run('Wait')
for await (const event of run) if (event.type === 'tool-start') run.cancel({ reason: 'changed my mind' })
const cancelled = await run.result
say(cancelled)
assert.ok(cancelled.kind === 'cancelled' && cancelled.by === 'user')

const aborted = await new Raider({ engine: busy(), allowedTools }).run('Wait', { signal: AbortSignal.timeout(300) })
  .result
say(aborted)
assert.equal(aborted.kind, 'cancelled')

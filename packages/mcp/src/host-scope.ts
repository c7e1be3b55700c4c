import { randomUUID } from 'node:crypto'
import { silence, type CallScope, type SessionScope, type Sponsor, type Tasks } from '@raider/contracts'

/** Such calls belong to no run: nothing goes on behind them, and nobody pays for what they open. */
const noTasks: Tasks = {
  running: () => [],
  start: () => {
    throw new Error('A call that does not come from the model cannot start a background task.')
  },
  stop: () => false,
  join: () => () => undefined,
  tell: () => false,
  hasMail: () => false,
  take: () => [],
}
const noSponsor: Sponsor = {
  relay: () => undefined,
  spend: () => undefined,
  deny: () => undefined,
  overspent: () => undefined,
}

/** The scope of a call of a tool of this process that does not come from the model, such as that of an `mcp_tool` hook. */
export const hostScope = (
  session: SessionScope,
  { state, permit }: Pick<CallScope, 'state' | 'permit'>,
  signal: AbortSignal,
): CallScope => ({
  ...session,
  run: '',
  promptId: '',
  callId: randomUUID(),
  signal,
  state,
  permit,
  lend: () => () => undefined,
  tasks: noTasks,
  sponsor: noSponsor,
  setCwd: () => undefined,
  vote: () => Promise.resolve(silence),
  progress: () => undefined,
})

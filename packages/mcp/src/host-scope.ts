import { randomUUID } from 'node:crypto'
import {
  silence,
  type CallScope,
  type PermissionDecision,
  type SessionScope,
  type Sponsor,
  type Tasks,
  type ToolState,
} from '@raider/contracts'

/** Such calls belong to no run: nothing goes on behind them, and nobody pays for what they open. */
const noTasks: Tasks = {
  running: () => [],
  start: () => {
    throw new Error('A call that does not come from the model cannot start a background task.')
  },
  stop: () => false,
}
const noSponsor: Sponsor = { relay: () => undefined, spend: () => undefined, overspent: () => undefined }

const unasked: PermissionDecision = {
  behavior: 'ask',
  reason: 'The call does not come from the model, so no rules were asked.',
  reasonType: 'other',
  source: { kind: 'host', name: 'host' },
  considered: [],
  suggestions: [],
}

/** The scope of a call of a tool of this process that does not come from the model, such as that of an `mcp_tool` hook. */
export const hostScope = (session: SessionScope, state: ToolState, signal: AbortSignal): CallScope => ({
  ...session,
  run: '',
  promptId: '',
  callId: randomUUID(),
  signal,
  state,
  tasks: noTasks,
  sponsor: noSponsor,
  setCwd: () => undefined,
  permit: () => unasked,
  lend: () => undefined,
  vote: () => Promise.resolve(silence),
  progress: () => undefined,
})

import type { Change, EventBody, StepScope } from '@raider/contracts'
import type { SessionAccess } from '../scope.js'

/** What somebody who looks after the surroundings of a session may do to it. */
export interface Follower {
  /** Lets plugins vote on a change; false where one of them refuses it. */
  readonly admits: (change: Change) => Promise<boolean>
  readonly emit: (event: EventBody) => void | Promise<void>
}

/** Looks after what may change around an open session, such as its settings files. */
export interface Following {
  start(follower: Follower): void
  stop(): void
}

/** Made of what a session lets others do to it; `scope` is that of the time between runs. */
export const createFollower = (
  { vote, emit }: Pick<SessionAccess, 'vote' | 'emit'>,
  scope: () => StepScope,
): Follower => ({
  admits: async (change) => (await vote(change, scope())).stance !== 'deny',
  emit,
})

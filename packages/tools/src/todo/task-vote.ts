import type { CallScope } from '@raider/contracts'
import type { TaskRecord } from './task-record.js'

/** Lets hooks object to a task that is made or done; why they do, or undefined. */
export const objectionTo = async (
  kind: 'TaskCreated' | 'TaskCompleted',
  { id, subject, description }: TaskRecord,
  scope: CallScope,
): Promise<string | undefined> => {
  const input = { task_id: id, task_subject: subject, task_description: description }
  const tally = await scope.vote({ kind, input })
  return tally.stance === 'deny' ? (tally.reason ?? `${kind} was refused without a reason.`) : undefined
}

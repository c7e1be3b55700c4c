import {
  cancelReason,
  commandOutput,
  plainText,
  text,
  type Command,
  type ExpandedPrompt,
  type Note,
  type RunEnding,
  type Tally,
  type UserBlock,
} from '@raider/contracts'
import type { Conversation } from '../conversation.js'
import { newsNote } from '../background/news.js'
import type { RunScope } from '../scope.js'

/** The run has ended with its prompt. */
interface Ended {
  readonly ending: RunEnding
  /** What the user is told in place of a reply of the model. */
  readonly answer?: string
}

/** What became of a prompt: the run goes on with it, or it has ended. */
export type Taken = ({ readonly ending?: never } & Pick<ExpandedPrompt, 'model' | 'effort'>) | Ended

/**
 * Lets plugins vote on the prompt, carries out the command it names, and takes it into the history.
 * @param isNews it comes from background tasks: a note to the model, not the user's words.
 */
export async function takePrompt(
  content: readonly UserBlock[],
  scope: RunScope,
  conversation: Conversation,
  isNews: boolean,
): Promise<Taken> {
  const { chain, history, parts } = conversation
  const words = plainText(content)
  const tally = chain.has('beforePrompt')
    ? await chain.vote('beforePrompt', { text: words, content, ...titled(conversation) }, scope.step)
    : undefined
  const refusal = refusalOf(tally, words, scope)
  if (refusal !== undefined) return refusal
  if (tally?.effects.title !== undefined) await conversation.setTitle(tally.effects.title)
  const command = tally?.stop === undefined && !isNews ? await parts.commands?.find(words, scope.step) : undefined
  const expanded: Expanded | Ended =
    command === undefined ? { content, notes: [] } : await expand(command, content, scope, conversation)
  if ('ending' in expanded) return expanded
  await history.note([...conversation.takeOpenNotes(), ...(tally?.notes ?? []), ...(expanded.notes ?? [])])
  if (isNews) await history.note([newsNote(words)])
  else await history.say('prompt', ...expanded.content)
  const stopped = stopOf(tally)
  if (stopped !== undefined) return stopped
  return expanded.report === undefined ? expanded : endTurn(expanded.report, scope, conversation)
}

const titled = ({ title }: Conversation): { readonly title?: string } => (title === undefined ? {} : { title })

/** What the model gets; where an agent answered the prompt, its report too. */
interface Expanded extends ExpandedPrompt {
  readonly report?: string
}

/** What a command stands for; an ending where voters or the command itself end the run. */
async function expand(
  command: Command,
  content: readonly UserBlock[],
  scope: RunScope,
  { chain, history }: Conversation,
): Promise<Expanded | Ended> {
  const { change } = command
  const tally =
    change !== undefined && chain.has('beforeChange') ? await chain.vote('beforeChange', change, scope.step) : undefined
  const refusal = refusalOf(tally, plainText(content), scope)
  if (refusal !== undefined) return refusal
  const stopped = stopOf(tally)
  if (stopped !== undefined) {
    await history.note(tally?.notes ?? [])
    await history.say('prompt', ...content)
    return stopped
  }
  const { signal, promptId } = scope.step
  const expansion = await command.expand(scope.forCall(`${promptId}:inner`, signal))
  if (signal.aborted) return { ending: { kind: 'cancelled', ...cancelReason(signal) } }
  if ('answer' in expansion) {
    const { answer, endsTurn = false } = expansion
    if (!endsTurn) return { ending: { kind: 'done' }, answer }
    return { content: [...content, text(commandOutput(answer))], notes: tally?.notes ?? [], report: answer }
  }
  const pictures = content.filter((block) => block.type !== 'text')
  const notes: readonly Note[] = [...(tally?.notes ?? []), ...(expansion.notes ?? [])]
  return { ...expansion, content: [...expansion.content, ...pictures], notes }
}

/** Those who vote on the end of a turn may have the model go on after the report of an agent (Claude Code 2.1.332, seen). */
async function endTurn(report: string, { step }: RunScope, { chain, history, access }: Conversation): Promise<Taken> {
  const done = { ending: { kind: 'done' }, answer: report } as const
  if (!chain.has('beforeStop')) return done
  const tasks = access.tasks.running()
  const tally = await chain.vote('beforeStop', { text: report, active: false, stopReason: 'end', tasks }, step)
  await history.note(tally.notes)
  if (tally.stop !== undefined || (tally.stance !== 'deny' && tally.notes.length === 0)) return done
  if (tally.reason !== undefined) await history.say('raider', text(tally.reason))
  return {}
}

const refusalOf = (
  tally: Tally | undefined,
  prompt: string,
  scope: RunScope,
): { readonly ending: RunEnding } | undefined => {
  const { signal } = scope.step
  if (signal.aborted) return { ending: { kind: 'cancelled', ...cancelReason(signal) } }
  if (tally?.stance !== 'deny') return undefined
  const { reason = 'The prompt was refused.', effects } = tally
  return { ending: { kind: 'blocked', reason, ...(effects.hidePrompt !== true && { prompt }) } }
}

const stopOf = (tally: Tally | undefined): { readonly ending: RunEnding; readonly answer: string } | undefined => {
  if (tally?.stop === undefined) return undefined
  const { reason } = tally.stop
  return { ending: { kind: 'cancelled', by: 'hook', reason }, answer: `A hook ended the run: ${reason}` }
}

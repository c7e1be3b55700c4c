import { plainText, text, type RunEnding, type RunOutcome, type UserBlock } from '@raider/contracts'
import { Ledger } from '@raider/gate'
import { isClearCommand } from './prompt/clear-command.js'
import { compactionWish, takeCompaction } from './compaction/compact-command.js'
import type { Conversation } from './conversation.js'
import type { Errand, Prompt } from './prompt/errand.js'
import { newId } from './id.js'
import { joined } from './joined.js'
import { localAnswer } from './prompt/local-command.js'
import type { SessionParts } from './parts.js'
import type { Run } from './run.js'
import type { RunScope } from './scope.js'
import { takePrompt, type Taken } from './prompt/taking.js'
import { compactionParts, createTurns, effortOf, scopeOf, type Work } from './work.js'

/** The prompt of a run that goes on with deferred calls, in the words by which hooks of Claude Code know it (2.1.332, seen). */
const goOn = 'Continue from where you left off.'

/** Does one thing after the other in one run. */
export function carryOut(
  run: Run,
  [first = {}, ...others]: readonly Errand[],
  conversation: Conversation,
): Promise<RunOutcome> {
  const outcome = drive(run, first, conversation)
  return others.length === 0 ? outcome : outcome.then((done) => carryOn(run, done, others, conversation))
}

async function carryOn(
  run: Run,
  done: RunOutcome,
  errands: readonly Errand[],
  conversation: Conversation,
): Promise<RunOutcome> {
  let outcome = done
  for (const errand of errands) {
    if (run.signal.aborted) break
    outcome = joined(outcome, await drive(run, errand, conversation))
  }
  return outcome
}

/** Drives one errand from the vote on it to its outcome. */
function drive(run: Run, errand: Errand, conversation: Conversation): Promise<RunOutcome> {
  const { maxTimeMs } = conversation.parts.limits
  if (maxTimeMs === undefined) return perform(run, errand, conversation)
  const deadline = setTimeout(() => run.cancel({ by: 'deadline', reason: `longer than ${maxTimeMs} ms` }), maxTimeMs)
  return perform(run, errand, conversation).finally(() => clearTimeout(deadline))
}

async function perform(run: Run, { prompt }: Errand, conversation: Conversation): Promise<RunOutcome> {
  const start = performance.now()
  const { parts, access } = conversation
  conversation.tellOffers()
  const news = prompt?.length === 0 ? conversation.takeNews() : []
  const content = news.length > 0 ? news.map(text) : promptBlocks(prompt)
  const promptId = parts.child?.parent.promptId ?? newId()
  const work: Work = { run, conversation, account: conversation.account, ledger: new Ledger() }
  const { account, ledger } = work
  const { budget } = account
  await access.emit({ type: 'run-start', prompt: content, promptId, ...effortOf(parts) })
  const { ending: ended, text: answer } =
    (await settleDeferred(work, prompt === undefined)) ??
    (await answerPrompt(work, scopeOf(work, promptId), content, news.length > 0))
  const coverage = ledger.coverage()
  const ending = gapOf(conversation, coverage.missing) ?? judge(ended, run, parts)
  conversation.closeAccount()
  const { costUsd, usage, usageByModel } = budget
  const figures = {
    text: ending.kind === 'done' || (ending.kind === 'cancelled' && ending.by === 'hook') ? answer : '',
    turns: budget.turns,
    usage,
    durationMs: Math.round(performance.now() - start),
  }
  await access.emit({ type: 'run-end', ending, ...figures, ...(costUsd !== undefined && { costUsd }), coverage })
  // The last event may be the one that could not be recorded.
  return {
    ...(gapOf(conversation) ?? ending),
    ...figures,
    sessionId: parts.facts.session,
    runId: run.id,
    usageByModel,
    costUsd,
    denials: account.denials,
    toolEvents: ledger.events(),
  }
}

const promptBlocks = (prompt: Prompt = goOn): readonly UserBlock[] =>
  typeof prompt === 'string' ? [text(prompt)] : prompt

/** How a run ended, and what it has to say. */
interface Answer {
  readonly ending: RunEnding
  readonly text: string
}

/**
 * Asks again about deferred calls, before the model is asked anything. Where a prompt came in their place, the conversation goes
 * on without them. Hooks are told of no prompt here, since there was none (2.1.332, seen).
 */
async function settleDeferred(work: Work, isAsked: boolean): Promise<Answer | undefined> {
  const { conversation } = work
  const calls = conversation.agenda.takeDeferred()
  if (calls.length === 0) return undefined
  if (!isAsked) {
    conversation.history.giveUp(
      calls,
      'The call waited for a decision and was not carried out: the user went on without it.',
    )
    return undefined
  }
  const scope = scopeOf(work, '')
  try {
    const ending = await createTurns(work, scope, {}).resume(calls)
    return ending && { ending, text: '' }
  } finally {
    scope.release()
  }
}

/** Takes a prompt and answers it; what calls put in force for the run is taken back at its end. */
async function answerPrompt(
  work: Work,
  scope: RunScope,
  content: readonly UserBlock[],
  isNews: boolean,
): Promise<Answer> {
  const { conversation } = work
  // The host has put this session in the place of the one that was cleared.
  if (conversation.parts.clears === true && isClearCommand(plainText(content)))
    return { ending: { kind: 'done' }, text: '' }
  try {
    const taken =
      (isNews ? undefined : await takeCommand(work, scope, content)) ??
      (await takePrompt(content, scope, conversation, isNews))
    if (taken.ending !== undefined) return { ending: taken.ending, text: taken.answer ?? '' }
    const turns = createTurns(work, scope, taken)
    const ending = await turns.run()
    return { ending, text: turns.text }
  } finally {
    scope.release()
  }
}

/** Carries out a command of Raider's own; undefined for any other prompt. One that the user or the project has under its name goes before. */
async function takeCommand(work: Work, scope: RunScope, content: readonly UserBlock[]): Promise<Taken | undefined> {
  const { parts, gauge } = work.conversation
  const named = await parts.commands?.find(plainText(content), scope.step)
  if (named !== undefined && named.unknown !== true) return undefined
  const wish = compactionWish(content)
  if (wish !== undefined) return takeCompaction(compactionParts(work, scope, {}), gauge, wish)
  const answer = await localAnswer(content, work.conversation)
  return answer === undefined ? undefined : { ending: { kind: 'done' }, answer }
}

/** What is missing of a run that has to be whole; undefined where nothing is, or nobody asks. */
function gapOf({ parts, chain }: Conversation, missing: readonly string[] = []): RunEnding | undefined {
  if (!parts.strict) return undefined
  const [shortfall] = chain.shortfalls()
  if (missing.length === 0 && shortfall === undefined) return undefined
  const fault =
    shortfall === undefined
      ? ({ kind: 'coverage', message: `Calls without a complete set of steps: ${missing.join(', ')}.` } as const)
      : ({ kind: 'shortfall', message: shortfall } as const)
  return { kind: 'failed', fault: { ...fault, attempts: 0 } }
}

/** The ending as it is reported: a deadline is a limit. */
function judge(ended: RunEnding, run: Run, { limits: { maxTimeMs } }: SessionParts): RunEnding {
  if (ended.kind === 'cancelled' && ended.by === 'deadline' && maxTimeMs !== undefined && run.signal.aborted)
    return { kind: 'limit', limit: 'time', max: maxTimeMs }
  return ended
}

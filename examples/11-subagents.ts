// A model hands work to subagents; a program runs several agents in series, side by side, or until it is content.
import assert from 'node:assert/strict'
import { inParallel, inSequence, Raider, script, until } from 'raider'

const engine = script({
  turns: [
    {
      calls: [{ Agent: { description: 'count', prompt: 'Count', subagent_type: 'counter', run_in_background: false } }],
    },
    'They are three.',
  ],
  agents: { counter: ['Three.'] },
})
const agents = { counter: { description: 'Counts things.', prompt: 'You count.' } }
const run = new Raider({ engine, agents }).run('How many?')
for await (const event of run) if (event.type === 'run-end') console.log(event.agent, event.text)
assert.equal((await run.result).text, 'They are three.')

const saying = (words: string) => new Raider({ engine: script({ turns: [words] }) }).run('Speak')
const { signal } = new AbortController()
const keep = ({ text }: { readonly text: string }) => text

const story = await inSequence([() => saying('Once'), (before) => saying(`${before?.text} upon a time`)], {
  signal,
  keep,
})
assert.deepEqual(story, { kind: 'done', results: ['Once', 'Once upon a time'] })

// At most two at once, and nothing new once all of them together have spent a dollar. Aborting the signal would end them all.
const votes = await inParallel(
  ['yes', 'no', 'yes'].map((vote) => () => saying(vote)),
  { signal, keep, limit: 2, maxCostUsd: 1 },
)
assert.deepEqual(votes, { kind: 'done', results: ['yes', 'no', 'yes'] })

const longer = await until(
  (before) => saying(`${before?.text ?? ''}!`),
  ({ text }) => text.length === 3,
  {
    signal,
    keep,
    rounds: 5,
  },
)
console.log(story.results, votes.results, longer)
assert.equal(longer.kind, 'done')

// Any model can be behind a run: an engine is an object that turns one request into a reply. This one needs no network.
import assert from 'node:assert/strict'
import { plainText, Raider, text, type AssistantBlock, type Engine } from 'raider'

/** What a provider would answer: it wants to see the folder, and then says what it saw. */
const answer = (last: string | undefined): AssistantBlock =>
  last === undefined
    ? { type: 'tool_use', id: 'call_1', name: 'Bash', input: { command: 'echo two files' } }
    : text(`I saw ${last}.`)

const own: Engine = {
  name: 'own',
  model: 'own-1',
  resolve: (alias) => alias,
  price: () => undefined,
  async *stream({ messages }) {
    // In earnest: fetch() with the request's system, tools and messages in the provider's form, and the signal that comes second.
    const said = messages.flatMap((message) => (message.role === 'user' ? message.content : []))
    const results = said.filter((block) => block.type === 'tool_result')
    const block = answer(results.map(({ content }) => plainText(content)).at(-1))
    if (block.type === 'text') yield { type: 'text-delta', text: block.text }
    yield { type: 'block', block }
    yield {
      type: 'end',
      message: { role: 'assistant', content: [block] },
      stopReason: block.type === 'text' ? 'end' : 'tool-use',
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
      model: 'own-1',
    }
  },
}
const outcome = await new Raider({ engine: own, allowedTools: ['Bash(echo *)'] }).run('Look around').result

console.log(outcome.text)
assert.equal(outcome.text, 'I saw two files.')

// A session holds a conversation: several prompts, one history, one journal.
import assert from 'node:assert/strict'
import { Raider, script } from 'raider'

const session = await new Raider({ engine: script({ turns: ['Nice to meet you, Ada.', 'You are Ada.'] }) }).open()
const first = await session.run('I am Ada.').result
const second = await session.run('Who am I?').result
await session.close()

console.log(first.text, second.text)
assert.equal(second.text, 'You are Ada.')

// One prompt, one answer. With ANTHROPIC_API_KEY set, leave `engine` out and a real model answers.
import assert from 'node:assert/strict'
import { Raider, script } from 'raider'

const raider = new Raider({ engine: script({ turns: ['Hello! I am ready.'] }) })
const outcome = await raider.run('Say hello').result

console.log(outcome.kind, '-', outcome.text)
assert.equal(outcome.kind, 'done')

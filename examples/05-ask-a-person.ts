// Calls that no rule decides are put to you: answer yes, no, or with another input.
import assert from 'node:assert/strict'
import { Raider, script } from 'raider'

const raider = new Raider({
  engine: script({
    turns: [{ calls: [{ Bash: { command: 'touch a' } }, { Bash: { command: 'mktemp -u' } }] }, 'Done.'],
  }),
  settings: { sources: [] },
  canUseTool: async (_tool, input, { title }) => {
    console.log('asked:', title)
    return input.command === 'touch a'
      ? { behavior: 'deny', message: 'No files, please.' }
      : { behavior: 'allow', updatedInput: { command: 'echo instead' } }
  },
})
const outcome = await raider.run('Make files').result

assert.deepEqual(
  outcome.denials.map((denial) => denial.tool_input),
  [{ command: 'touch a' }],
)
assert.deepEqual(
  outcome.toolEvents.map((event) => event.phase),
  ['call', 'failure', 'call', 'result'],
)

// A plugin votes before a call and folds the result after it. Order is the array; the strictest vote wins.
import assert from 'node:assert/strict'
import { claudeHooks, events, nestedMemory, Raider, script, text, type Plugin } from 'raider'

const officeHours: Plugin = {
  name: 'office-hours',
  create: () => {
    let calls = 0
    return {
      beforeTool: (call) =>
        ++calls > 1
          ? {
              stance: 'deny',
              reason: `${call.name} was used enough for today.`,
              source: { kind: 'plugin', name: 'office-hours' },
            }
          : undefined,
      afterTool: (ending) => ({
        ...ending,
        result: { ...ending.result, content: [...ending.result.content, text('(stamped)')] },
      }),
    }
  },
}
const raider = new Raider({
  engine: script({ turns: [{ calls: [{ Bash: { command: 'echo 1' } }, { Bash: { command: 'echo 2' } }] }, 'Done.'] }),
  plugins: [nestedMemory(), officeHours, claudeHooks(), events({ journal: false })],
})
const outcome = await raider.run('Count').result

for (const event of outcome.toolEvents) console.log(event.phase, event.phase === 'failure' ? event.error : '')
assert.equal(outcome.denials.length, 1)

import type { JsonObject, Message, ModelRequest, RaiderEvent } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject } from '@raider/testing'
import { expect, it } from 'vitest'
import { optionsIn } from './options.fixture.js'
import { Raider } from './raider.js'

const say = (event: string) =>
  `cat >/dev/null; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: `<${event}>` } })}'`
const hooksOn = (...events: readonly string[]): JsonObject =>
  Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'command', command: say(event) }] }]]))

const textsOf = ({ content }: Message): string => JSON.stringify(content)

it('says of every text of a hook which message of which request carried it', async () => {
  await using project = await createProject({
    '.claude/settings.json': {
      permissions: { allow: ['Bash'] },
      hooks: {
        ...hooksOn('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolBatch', 'PostToolUseFailure'),
        PostToolUse: [
          { hooks: [{ type: 'command', command: say('PostToolUse') }] },
          { hooks: [{ type: 'command', command: 'cat >/dev/null; echo feedback >&2; exit 2' }] },
        ],
        // Blocks the first stop only.
        Stop: [
          { hooks: [{ type: 'command', command: 'grep -q \'"stop_hook_active":true\' || { echo on >&2; exit 2; }' }] },
        ],
      },
    },
  })
  const requests: ModelRequest[] = []
  const played = script({
    turns: [{ calls: [{ Bash: { command: 'ls' } }, { Bash: { command: 'exit 3' } }] }, 'end', 'end'],
  })
  const engine: typeof played = {
    ...played,
    stream(request, signal) {
      requests.push({ ...request, messages: [...request.messages] })
      return played.stream(request, signal)
    },
  }
  const run = new Raider({
    ...optionsIn(project),
    engine,
    trust: true,
  }).run('go')
  const events: RaiderEvent[] = []
  for await (const event of run) events.push(event)
  await run.result

  const notes = events.flatMap((event) =>
    event.type === 'note' ? [event.note] : event.type === 'tool-result' ? event.notes : [],
  )
  const fromHooks = notes.filter(({ source }) => source.kind === 'hook')
  const told = events.filter((event) => event.type === 'model-request')
  for (const note of fromHooks) {
    const carriers = told.flatMap(({ receipts }, request) =>
      receipts.filter((receipt) => receipt.note === note.id).map(({ message }) => ({ request, message })),
    )
    expect(carriers, note.text).toHaveLength(1)
    const [{ request, message } = { request: -1, message: -1 }] = carriers
    const carrier = requests[request]?.messages[message]
    expect(carrier && textsOf(carrier)).toContain(JSON.stringify(note.text).slice(1, -1))
    expect(note.source).toMatchObject({ file: project.path('.claude/settings.json'), line: expect.any(Number) })
  }
  const kinds = fromHooks.map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual([
    'after-batch',
    'after-tool',
    'after-tool',
    'after-tool',
    'before-tool',
    'before-tool',
    'prompt',
    'session',
    'stop',
  ])
})

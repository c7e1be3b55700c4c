// The least that an agent can do: fetch, parse the stream, keep the history, serialise it anew for each request.
import { echo, measureRun, model, prompt } from './task.mjs'

const tools = [{ name: echo.name, description: echo.description, input_schema: echo.inputSchema }]

await measureRun(async (url) => {
  const messages = [{ role: 'user', content: prompt }]
  for (;;) {
    const content = await ask(url, messages)
    messages.push({ role: 'assistant', content })
    const uses = content.filter((block) => block.type === 'tool_use')
    if (uses.length === 0) return
    const results = await Promise.all(uses.map(async (use) => ({ id: use.id, content: await echo.run(use.input) })))
    messages.push({
      role: 'user',
      content: results.map(({ id, content }) => ({ type: 'tool_result', tool_use_id: id, content })),
    })
  }
})

async function ask(url, messages) {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'bench', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: 1024, stream: true, tools, messages }),
  })
  const blocks = []
  for await (const event of events(response.body)) apply(event, blocks)
  return blocks
}

async function* events(body) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = parts.pop()
    for (const part of parts) yield JSON.parse(part.slice(part.indexOf('\ndata: ') + 7))
  }
}

function apply(event, blocks) {
  if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block, json: '' }
  else if (event.type === 'content_block_delta') applyDelta(event.delta, blocks[event.index])
  else if (event.type === 'content_block_stop') finish(event.index, blocks)
}

function applyDelta(delta, block) {
  if (delta.type === 'text_delta') block.text += delta.text
  else if (delta.type === 'input_json_delta') block.json += delta.partial_json
}

function finish(index, blocks) {
  const { json, ...block } = blocks[index]
  blocks[index] = block.type === 'tool_use' ? { ...block, input: JSON.parse(json) } : block
}

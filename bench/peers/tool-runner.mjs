import { Anthropic } from '@anthropic-ai/sdk'
import { echo, measureRun, model, prompt } from '../subjects/task.mjs'

const tools = [
  {
    type: 'custom',
    name: echo.name,
    description: echo.description,
    input_schema: echo.inputSchema,
    run: echo.run,
    parse: (input) => input,
  },
]

await measureRun(async (url, turns) => {
  const client = new Anthropic({ baseURL: url, apiKey: 'bench' })
  const messages = [{ role: 'user', content: prompt }]
  const runner = client.beta.messages.toolRunner({
    model,
    max_tokens: 1024,
    stream: true,
    thread: false,
    max_iterations: turns + 1,
    tools,
    messages,
  })
  for await (const stream of runner) await stream.finalMessage()
})

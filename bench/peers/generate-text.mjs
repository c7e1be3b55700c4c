import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import { echo, measureRun, model, prompt } from '../subjects/task.mjs'

const tools = {
  echo: tool({ description: echo.description, inputSchema: jsonSchema(echo.inputSchema), execute: echo.run }),
}

await measureRun(async (url, turns) => {
  const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: 'bench' })
  await generateText({
    model: anthropic(model),
    maxOutputTokens: 1024,
    stopWhen: stepCountIs(turns + 1),
    tools,
    prompt,
  })
})

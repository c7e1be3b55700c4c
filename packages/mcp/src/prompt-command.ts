import type { Prompt } from '@modelcontextprotocol/client'
import { commandHeading, messageOf, text, type Command, type Commands, type UserBlock } from '@raider/contracts'
import { keepIn } from './attachment.js'
import type { Connection } from './connection.js'
import { outputOf, renderOutput } from './result.js'
import { toolName } from './tool-name.js'

/** A prompt of a server as a command. */
export interface PromptFacts {
  /** `mcp__<server>__<prompt>`. */
  readonly name: string
  readonly description: string
  /** Names of its arguments, in their order. */
  readonly arguments: readonly string[]
}

/** The prompts of some servers, as they are listed. */
export const listPrompts = (connections: readonly Connection[]): readonly PromptFacts[] =>
  connections.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      name: toolName(server.name, prompt.name),
      description: prompt.description ?? '',
      arguments: namesOf(prompt),
    })),
  )

/** Prompts such as `/mcp__server__prompt one two` as commands; arguments are words in the order of the prompt's own. */
export const promptCommands = (connections: readonly Connection[]): Commands => ({
  find: async (typed) => {
    const [, name, words = ''] = /^\/(mcp__\S+)\s*([^]*)$/.exec(typed) ?? []
    if (name === undefined) return undefined
    for (const connection of connections) {
      const prompt = connection.prompts.find((one) => toolName(connection.server.name, one.name) === name)
      if (prompt !== undefined) return createCommand(connection, prompt, { typed, name, words: words.trim() })
    }
    return undefined
  },
})

interface Typed {
  readonly typed: string
  readonly name: string
  readonly words: string
}

const createCommand = (connection: Connection, prompt: Prompt, { typed, name, words }: Typed): Command => ({
  change: {
    kind: 'UserPromptExpansion',
    input: {
      expansion_type: 'mcp_prompt',
      command_name: name,
      command_args: words,
      command_source: 'mcp',
      prompt: typed,
    },
  },
  async expand(scope) {
    const values = words === '' ? [] : words.split(/\s+/)
    const missing = prompt.arguments?.find(({ required }, index) => required === true && values[index] === undefined)
    if (missing !== undefined)
      return { answer: `/${name} needs the argument "${missing.name}": /${name} ${namesOf(prompt).join(' ')}` }
    const given = namesOf(prompt).slice(0, values.length)
    const params = { name: prompt.name, arguments: Object.fromEntries(given.map((key, at) => [key, values[at] ?? ''])) }
    try {
      const { messages } = await connection.use((client, options) => client.getPrompt(params, options), {
        scope,
        signal: scope.signal,
      })
      const result = { content: messages.map((message) => message.content) }
      const output = await outputOf(result, connection.server.name, keepIn(scope.state.resultsDir))
      return { content: [text(commandHeading(name, words)), ...(renderOutput(output, name) as readonly UserBlock[])] }
    } catch (error) {
      return { answer: `/${name} failed: ${messageOf(error)}` }
    }
  },
})

const namesOf = ({ arguments: facts = [] }: Prompt): readonly string[] => facts.map((argument) => argument.name)

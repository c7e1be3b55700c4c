import { Validator } from '@cfworker/json-schema'
import { isContent, isObject, text, type Content, type JsonObject, type Tool, type ToolResult } from '@raider/contracts'

/** `native`: built-in tools in Claude Code's own shapes; `mcp`: the content list for every tool. */
export type ResponseForm = 'native' | 'mcp'

/** What hooks get as `tool_response`. */
export const toolResponse = (tool: Tool | undefined, result: ToolResult, form: ResponseForm): unknown => {
  const { structured, content } = result
  if (form === 'mcp' || structured === undefined) return content
  if (tool?.origin === 'built-in') return structured
  if (tool?.origin !== 'mcp') return content
  // A content list, or an object that has one beside links and the structured value (seen); its JSON is then the content.
  return isObject(structured) ? structured['content'] : structured
}

/** Built-in tools whose results are blocks even where they are one text, as those of Read are for a notebook (seen). */
const blockTools: readonly string[] = ['Agent', 'Task']

/** What a result looks like to the model: its blocks where the tool gave just them, and otherwise one text as a string (seen). */
export const seenResponse = ({ content, structured, isError }: ToolResult, tool: string): unknown => {
  const [first] = content
  const isNotebook =
    isObject(structured) &&
    structured['type'] === 'notebook' &&
    first?.type === 'text' &&
    first.text.startsWith('<cell')
  const isBlocks = structured === content || isNotebook || (!isError && blockTools.includes(tool))
  return content.length === 1 && first?.type === 'text' && !isBlocks ? first.text : content
}

/** The result with an output that a hook put in its place, or why that output cannot be used. */
export const replaceOutput = (tool: Tool, input: JsonObject, value: unknown): ToolResult | string => {
  if (tool.origin !== 'built-in') return { content: contentOf(value), isError: false, structured: value }
  const problem = mismatch(tool, value)
  if (problem !== undefined) return `updatedToolOutput does not fit the output of ${tool.name}: ${problem}`
  const content = tool.render?.(value, input) ?? [text(JSON.stringify(value))]
  // What says that it was broken off is no success, whoever says it (seen).
  return { content, isError: isObject(value) && value['interrupted'] === true, structured: value }
}

const validators = new WeakMap<Tool, Validator>()

const mismatch = (tool: Tool, value: unknown): string | undefined => {
  if (tool.outputSchema === undefined) return undefined
  const validator = validators.get(tool) ?? new Validator({ ...tool.outputSchema }, '2020-12', true)
  validators.set(tool, validator)
  const { valid, errors } = validator.validate(value)
  return valid ? undefined : errors.map((error) => `${error.instanceLocation} ${error.error}`).join('; ')
}

const contentOf = (value: unknown): readonly Content[] => {
  if (typeof value === 'string') return [text(value)]
  return Array.isArray(value) && value.every(isContent) ? value : [text(JSON.stringify(value))]
}

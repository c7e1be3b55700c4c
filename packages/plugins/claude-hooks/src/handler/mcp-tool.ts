import { isObject, messageOf, plainText, type JsonObject, type ToolResult } from '@raider/contracts'
import { classify } from '../answer/answer.js'
import { bounded, type Yield } from './bounded.js'
import { fault, type Fault } from '../configuration/fault.js'
import { cannotRun } from './failure.js'
import type { Shot, Runner } from '../configuration/hook.js'

/** Reads a handler of type `mcp_tool`: a tool of an MCP server that the session is connected to. */
export const parseMcpTool = (entry: JsonObject): Runner | Fault => {
  const { server, tool, input = {} } = entry
  if (typeof server !== 'string') return fault('must be a string', 'server')
  if (typeof tool !== 'string') return fault('must be a string', 'tool')
  if (!isObject(input)) return fault('must be an object', 'input')
  const label = `${server}/${tool}`
  return {
    label,
    identity: JSON.stringify(['mcp_tool', server, tool]),
    start: (shot, signal) =>
      bounded(shot, signal, async (bound) => {
        const call = shot.scope.callServer
        if (call === undefined) return cannotRun(`${label}: this session has no MCP servers`)
        const filled = fill(input, JSON.parse(shot.input))
        try {
          return toYield(await call({ server, tool, input: isObject(filled) ? filled : {} }, bound), shot)
        } catch (thrown) {
          return { ...cannotRun(`${label} could not be called`), detail: messageOf(thrown) }
        }
      }),
  }
}

/** `${a.b}` in strings at any depth stands for a value of the hook input: text as it is, anything else as compact JSON (seen). */
const fill = (value: unknown, source: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/\$\{([^}]*)\}/g, (_, path: string) => textAt(source, path))
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, source))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, source)]))
}

const textAt = (source: unknown, path: string): string => {
  let value = source
  for (const step of path.split('.')) {
    value =
      (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined
  }
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const toYield = ({ content, isError }: ToolResult, { name, scope }: Shot): Yield => {
  const text = plainText(content)
  if (isError) return { ...cannotRun('the tool failed'), detail: text }
  const told = scope.profile.serverHookText === 'only that it ran' && classify(text).kind === 'plain'
  return { ended: 'done', exitCode: 0, stdout: told ? `${name} completed` : text, stderr: '', wantsJson: true }
}

import { isObject, type JsonObject } from '@raider/contracts'
import { fault, type Fault } from './fault.js'
import { cannotRun } from './failure.js'
import type { Runner } from './hook.js'

/** Reads a handler of type `mcp_tool`. Raider does not run this type yet: each run is a failure that says so. */
export const parseMcpTool = (entry: JsonObject): Runner | Fault => {
  const { server, tool, input } = entry
  if (typeof server !== 'string') return fault('must be a string', 'server')
  if (typeof tool !== 'string') return fault('must be a string', 'tool')
  if (input !== undefined && !isObject(input)) return fault('must be an object', 'input')
  return {
    label: `${server}/${tool}`,
    identity: JSON.stringify(['mcp_tool', server, tool]),
    unsupported: true,
    start: () => Promise.resolve(cannotRun('handlers of type mcp_tool are not supported yet')),
  }
}

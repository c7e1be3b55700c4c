export { builtinTools } from './builtin.js'
export { createToolState, type ToolStateOptions } from './state.js'
export { tool, type InputOf, type ToolDefinition } from './tool.js'
export type { BuiltinOptions } from './options.js'

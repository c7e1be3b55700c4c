export { script } from './engine.js'
export type { ScriptOptions } from './engine.js'
export { withRecorder } from './recorder.js'
export type { Script, ScriptCall, ScriptFault, ScriptReply, ScriptTurn, ScriptUsage } from './script.js'

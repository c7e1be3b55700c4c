export * from './frame.js'
export { createWire, type Wire } from './wire.js'
export type { WireOptions } from './desk.js'
export { resultText } from './result.js'

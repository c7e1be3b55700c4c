export { anthropic } from './engine.js'
export type { AnthropicOptions, RunHelper } from './option.js'

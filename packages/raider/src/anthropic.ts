import { anthropic as engine, type AnthropicOptions } from '@raider/engine-anthropic'
import type { Engine } from '@raider/contracts'
import { currentHost } from './host.js'

/** Engine for the Anthropic Messages API; credentials come from the options or the environment of the process. */
export const anthropic = (options: AnthropicOptions = {}): Engine => engine({ env: currentHost().env, ...options })

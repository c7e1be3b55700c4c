import type { JsonObject } from '@raider/contracts'
import { fault, type Fault } from './fault.js'
import { cannotRun } from './failure.js'
import type { Runner } from './hook.js'

/** Reads a handler that asks a model. Raider does not run these types yet: each run is a failure that says so. */
const parseEvaluator = (type: 'prompt' | 'agent', entry: JsonObject): Runner | Fault => {
  const { prompt, model } = entry
  if (typeof prompt !== 'string') return fault('must be a string', 'prompt')
  if (model !== undefined && typeof model !== 'string') return fault('must be a string', 'model')
  return {
    label: prompt,
    identity: JSON.stringify([type, prompt]),
    unsupported: true,
    start: () => Promise.resolve(cannotRun(`handlers of type ${type} are not supported yet`)),
  }
}

export const parsePrompt = (entry: JsonObject): Runner | Fault => parseEvaluator('prompt', entry)
export const parseAgent = (entry: JsonObject): Runner | Fault => parseEvaluator('agent', entry)

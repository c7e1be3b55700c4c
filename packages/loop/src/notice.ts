import type { Ask, StepScope } from '@raider/contracts'
import type { Chain } from '@raider/gate'
import { notification } from './change.js'

/** How long a question may stay unanswered before plugins are told that somebody is waited for. */
const patienceMs = 6000

/** Tells plugins of a question that nobody answers for a while (Notification, `permission_prompt`). */
export const withNotice = (ask: Ask, chain: Chain, step: StepScope): Ask => {
  if (!chain.has('beforeChange')) return ask
  return async (request, signal) => {
    const tell = (): void => {
      const message = `Your permission is needed to use ${request.tool}`
      void chain.vote('beforeChange', notification('permission_prompt', message), { ...step, signal })
    }
    const timer = setTimeout(tell, patienceMs)
    try {
      return await ask(request, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

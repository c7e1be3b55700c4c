import type { StepScope } from '@raider/contracts'

/** What the hooks need to know of the session; every step's scope has it, and a program without a loop can make one. */
export type HookScope = Pick<
  StepScope,
  | 'session'
  | 'agent'
  | 'agentPath'
  | 'projectDir'
  | 'configDir'
  | 'transcriptPath'
  | 'profile'
  | 'env'
  | 'signal'
  | 'cwd'
  | 'mode'
  | 'emit'
> &
  Partial<
    Pick<StepScope, 'promptId' | 'effort' | 'currentSettings' | 'lateLayers' | 'role' | 'callServer' | 'evaluate'>
  >

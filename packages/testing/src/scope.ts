import { join } from 'node:path'
import {
  profiles,
  silence,
  SparseMap,
  SparseSet,
  type CallScope,
  type EventBody,
  type Permit,
  type SessionScope,
  type StepScope,
  type ToolState,
} from '@raider/contracts'
import type { Project } from './project.js'

/** What a scope made for a test shows beside the scope itself. */
export interface Collected {
  /** Everything emitted, in order. */
  readonly events: EventBody[]
}

/** Members that replace the defaults; `project` sets project folder, configuration folder and current folder. */
export type ScopeOptions<S> = Partial<S> & { readonly project?: Project }

/** A session in the profile `raider` and mode `default`, with empty settings and a signal that never aborts. */
export function createSessionScope(options: ScopeOptions<SessionScope> = {}): SessionScope & Collected {
  const { project, ...overrides } = options
  const projectDir = project?.dir ?? '/project'
  const configDir = project?.configDir ?? '/home/user/.claude'
  const events: EventBody[] = []
  return {
    session: 'session-1',
    agentPath: 'main',
    projectDir,
    configDir,
    transcriptPath: join(configDir, 'projects', 'project', 'session-1.jsonl'),
    profile: profiles.raider,
    settings: { layers: [], merged: {}, notices: [] },
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...(project && { HOME: project.home }) },
    signal: new AbortController().signal,
    cwd: () => projectDir,
    mode: () => 'default',
    emit: (event) => void events.push(event),
    ...overrides,
    events,
  }
}

/** A step of `run-1` in such a session. */
export const createStepScope = (options: ScopeOptions<StepScope> = {}): StepScope & Collected => ({
  run: 'run-1',
  promptId: 'prompt-1',
  ...createSessionScope(options),
})

/** A mode that allows every call. */
export const allowAll: Permit = () => ({
  behavior: 'allow',
  reason: '',
  reasonType: 'mode',
  source: { kind: 'mode', name: 'default' },
  considered: [],
  suggestions: [],
})

/** Call `call-1` of such a step; `setCwd` moves what `cwd()` tells, `progress` is collected as `tool-progress`. */
export function createCallScope(options: ScopeOptions<CallScope> = {}): CallScope & Collected {
  const callId = options.callId ?? 'call-1'
  const step = createStepScope(options)
  let folder = step.cwd()
  return {
    callId,
    setCwd: (path) => {
      folder = path
    },
    permit: allowAll,
    lend: () => () => undefined,
    vote: () => Promise.resolve(silence),
    tasks: {
      running: () => [],
      start: (_task, work) => void work(step.signal),
      stop: () => false,
      join: () => () => undefined,
      tell: () => false,
      hasMail: () => false,
      take: () => [],
    },
    sponsor: { relay: () => undefined, spend: () => undefined, deny: () => undefined, overspent: () => undefined },
    state: createEmptyState(options.project),
    progress: (text) => void step.events.push({ type: 'tool-progress', id: callId, text }),
    ...step,
    cwd: () => folder,
  }
}

const createEmptyState = (project: Project | undefined): ToolState => ({
  files: new SparseMap(),
  directories: new SparseSet(),
  resultsDir: project ? join(project.configDir, 'tool-results') : '/tmp/tool-results',
  slots: new SparseMap(),
})

import type { EventType } from '@raider/contracts'
import { block, modelFault, modelReply, modelRequest, modelRetry } from './reply.js'
import {
  compaction,
  cwdChange,
  modeChange,
  modelChange,
  notice,
  runStart,
  serverChange,
  sessionClose,
  sessionOpen,
  titleChange,
  toolsChange,
} from './session.js'
import { hookMessage, hookRun } from './hook.js'
import { shellEnd, shellStart } from './background.js'
import { runEnd } from './ending.js'
import { toolCall, toolResult } from './call.js'
import type { Translate } from './desk.js'

/** What each event becomes; events that are not named here have no frame. */
export const translators: { readonly [T in EventType]?: Translate<T> } = {
  'session-open': sessionOpen,
  'session-close': sessionClose,
  'server-change': serverChange,
  'tools-change': toolsChange,
  'run-start': runStart,
  'run-end': runEnd,
  'model-request': modelRequest,
  block,
  'model-reply': modelReply,
  'model-retry': modelRetry,
  'model-fault': modelFault,
  'tool-call': toolCall,
  'tool-result': toolResult,
  'task-start': shellStart,
  'task-end': shellEnd,
  'hook-run': hookRun,
  'hook-message': hookMessage,
  notice,
  'mode-change': modeChange,
  'model-change': modelChange,
  'cwd-change': cwdChange,
  'title-change': titleChange,
  compaction,
}

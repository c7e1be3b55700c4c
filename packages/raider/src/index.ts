export * from '@raider/contracts'
export {
  claudeHooks,
  hookEvents,
  isHookEvent,
  listHooks,
  loadHooks,
  type HookEntry,
  type HookFunction,
  type HookFunctionGroup,
  type HookFunctions,
  type LoadedHooks,
  type LoadHooksOptions,
} from '@raider/claude-hooks'
export {
  inParallel,
  inSequence,
  until,
  type AgentDefinition,
  type Job,
  type Series,
  type SeriesOptions,
  type StartJob,
} from '@raider/agents'
export { anthropic } from './anthropic.js'
export type { CanUseTool, ToolUse } from './session/can-use-tool.js'
export { script, withRecorder } from '@raider/engine-script'
export { events, journalsDir, type EventsOptions, type EventsPlugin } from '@raider/events'
export {
  isClearCommand,
  Run,
  Session,
  type CancelRequest,
  type Limits,
  type Prompt,
  type RunOptions,
} from '@raider/loop'
export {
  listJournals,
  readJournal,
  summarizeJournal,
  verifyJournal,
  type SessionSummary,
  type Verification,
  type VerifyOptions,
} from '@raider/journal'
export { createMcpServer, type InProcessServer, type LinkedEntry, type McpInstance } from '@raider/mcp'
export { nestedMemory } from '@raider/nested-memory'
export { createTrust, loadSettings } from '@raider/settings'
export { builtinTools, tool, type SearchAnswer, type WebOptions, type WebSearchProvider } from '@raider/tools'
export * from '@raider/wire'
export type { StandardSchemaV1 } from '@standard-schema/spec'
export {
  compileRules,
  createRule,
  decide,
  explainCall,
  lintRules,
  type ExplainedPart,
  type Explanation,
  type PermissionFacts,
  type RuleFinding,
} from '@raider/permissions'
export { openPermissions, type PermissionReport, type ToolInput } from './report/permission-report.js'
export { homeOf } from './host.js'
export { agentToolNames } from './session/offer.js'
export { openMemoryReport, type MemoryEntry, type MemoryLoad, type MemoryReport } from './report/memory-report.js'
export { diagnose } from './diagnose.js'
export type { Diagnosis, DiagnosisSection } from './diagnosis/diagnosis.js'
export { openHookReport, type HookReport } from './report/hook-report.js'
export { openProjectTrust, type ProjectTrust } from './setup/project-trust.js'
export type { RaiderOptions, SettingsOptions, UsualPlugins } from './option.js'
export { Raider } from './raider.js'

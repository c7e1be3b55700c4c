export type { AgentDefinition, AgentOrigin } from './agent.js'
export { readPluginAgents } from './agent-file.js'
export { surveyAgents, surveyPluginAgents, type AgentSurvey } from './survey.js'
export type { AgentEnd, AgentTask, RunAgent } from './agent-task.js'
export { createAgentTool, type AgentToolOptions } from './agent-tool.js'
export { Crew } from './crew.js'
export { Roll, type Member } from './roll.js'
export { createSendMessage } from './send-message.js'
export { agentNamed, loadAgents, parseAgents, type DiscoveryOptions } from './discovery.js'
export { hookLayer } from './hook-layer.js'
export {
  inParallel,
  inSequence,
  until,
  type Job,
  type Series,
  type SeriesOptions,
  type StartJob,
} from './orchestration.js'
export { chooseTools, spawnable, toolsOf, type ToolChoice } from './tool-choice.js'

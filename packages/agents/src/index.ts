export type { AgentDefinition, AgentOrigin } from './agent.js'
export { readPluginAgents } from './agent-file.js'
export { surveyAgents, surveyPluginAgents, type AgentSurvey } from './survey.js'
export { newAgentId, type AgentEnd, type AgentTask, type RunAgent } from './agent-task.js'
export { createAgentTool, type AgentToolOptions } from './agent-tool.js'
export { builtinAgents } from './builtin.js'
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
export { completedOutput, type AgentOutput, type CompletedOutput, type LaunchedOutput } from './output.js'
export { chooseTools, spawnable, toolsOf, type ToolChoice } from './tool-choice.js'
export { Witness, type ToolStats } from './witness.js'

import type {
  AgentIdentity,
  AskDraft,
  BatchDraft,
  JsonObject,
  PromptDraft,
  SealedCall,
  StepScope,
  StopDraft,
  Task,
  Tool,
  ToolCall,
} from '@raider/contracts'
import { agentTranscript } from '@raider/settings'
import { seenResponse } from './tool-result.js'

/** The fields of UserPromptSubmit. */
export const promptFields = ({ text, title }: PromptDraft): JsonObject => ({
  prompt: text,
  ...(title !== undefined && { session_title: title }),
})

/** The fields of PreToolUse. */
export const callFields = ({ id, tool, input }: ToolCall): JsonObject => ({
  tool_name: tool.name,
  tool_input: input,
  tool_use_id: id,
  ...serverField(tool),
})

/** The fields of PermissionRequest. */
export const askFields = ({ call: { tool, input }, suggestions }: AskDraft): JsonObject => ({
  tool_name: tool.name,
  tool_input: input,
  ...(suggestions !== undefined && { permission_suggestions: suggestions }),
  ...serverField(tool),
})

/** The server that a tool belongs to. */
export const serverField = (tool: Tool | undefined): JsonObject =>
  tool?.server === undefined ? {} : { mcp_server: tool.server }

/** The fields of PostToolBatch. */
export const batchFields = ({ calls }: BatchDraft): JsonObject => ({ tool_calls: calls.map(batchCall) })

const batchCall = ({ id, name, calledAs = name, original, result }: SealedCall): JsonObject => ({
  tool_name: calledAs,
  tool_input: original,
  tool_use_id: id,
  tool_response: seenResponse(result, name),
})

/** The fields of Stop and SubagentStop. */
export const stopFields = ({ active, text, tasks }: StopDraft, scope: StepScope): JsonObject => ({
  stop_hook_active: active,
  ...(scope.agent !== undefined && {
    ...agentFields(scope.agent),
    agent_transcript_path: agentTranscript(scope.transcriptPath, scope.agent.id),
  }),
  ...(text !== '' && { last_assistant_message: text }),
  background_tasks: tasks.map(taskFields),
  session_crons: [],
})

/** The fields of SubagentStart; matchers of events about a subagent are held against its type. */
export const agentFields = ({ id, type }: AgentIdentity): JsonObject => ({ agent_id: id, agent_type: type })

const taskFields = ({ id, kind, description, agentType, command }: Task): JsonObject => ({
  id,
  type: kind,
  status: 'running',
  description: cut(description),
  ...(agentType !== undefined && { agent_type: agentType }),
  ...(command !== undefined && { command: cut(command) }),
})

const maxFreeText = 1000

const cut = (text: string): string =>
  text.length <= maxFreeText ? text : `${text.slice(0, maxFreeText)}… [+${text.length - maxFreeText} chars]`

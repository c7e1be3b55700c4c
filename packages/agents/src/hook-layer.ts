import type { JsonObject, SettingsLayer } from '@raider/contracts'
import type { AgentDefinition } from './agent.js'

/**
 * The hooks of an agent's frontmatter as a layer beside those of the settings; undefined where it has none. In a subagent `Stop`
 * hooks run as `SubagentStop`, and none can hear of a start that is already over, nor of memory files (Claude Code 2.1.332, seen).
 */
export const hookLayer = (agent: AgentDefinition, as: 'subagent' | 'main'): SettingsLayer | undefined => {
  if (agent.hooks === undefined) return undefined
  const { file = `agent ${agent.name}`, line } = agent.origin
  return {
    name: 'agent',
    file,
    anchor: '/',
    value: { hooks: as === 'main' ? agent.hooks : subagentHooks(agent.hooks) },
    line: (path) =>
      line?.(path.map((step) => (step === 'SubagentStop' && agent.hooks?.[step] === undefined ? 'Stop' : step))),
    trusted: true,
  }
}

const subagentHooks = (hooks: JsonObject): JsonObject => {
  const { Stop: stop, SubagentStop: subagentStop } = hooks
  const others = Object.entries(hooks).filter(
    ([event]) => !['Stop', 'SubagentStop', 'SubagentStart', 'InstructionsLoaded'].includes(event),
  )
  const stops = [stop, subagentStop].filter((groups) => groups !== undefined)
  return { ...Object.fromEntries(others), ...(stops.length > 0 && { SubagentStop: stops.flat() }) }
}

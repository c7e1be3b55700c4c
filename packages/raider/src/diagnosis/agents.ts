import { surveyAgents, surveyPluginAgents, type AgentSurvey } from '@raider/agents'
import type { Finding } from '@raider/contracts'
import { builtinTools } from '@raider/tools'
import { agentToolNames } from '../offer.js'
import type { Look } from './look.js'
import { surveyedSkills } from './skills.js'

/** Every agent file of project, user, plugins and managed settings. */
export async function agentFindings(look: Look): Promise<readonly Finding[]> {
  const { around, setup } = look
  const { projectDir, places, managedDir, sources, addedDirs } = around
  const survey = { inForce: setup.agents, hasTool: toolTest(look), hasSkill: await skillTest(look) }
  const own = await surveyAgents(
    { projectDir, configDir: places.configDir, managedDir, additionalDirectories: addedDirs, sources },
    survey,
  )
  const bundled = await Promise.all(
    setup.bundles.list.flatMap((bundle) => bundle.agentPaths.map((path) => surveyPluginAgents(path, bundle, survey))),
  )
  return [...own, ...bundled.flat()]
}

/** Built-in tools by all their names, and those of servers, which only a running server knows. */
const toolTest = ({ options, around }: Look): AgentSurvey['hasTool'] => {
  const tools = [...builtinTools({ homeDir: around.homeDir }), ...(options.tools ?? [])]
  const names = new Set([...tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...agentToolNames, 'Skill'])
  return (entry) => {
    const name = entry.replace(/\(.*\)$/s, '').trim()
    return name === '*' || name.startsWith('mcp__') || names.has(name)
  }
}

const skillTest = async (look: Look): Promise<AgentSurvey['hasSkill']> => {
  const names = new Set((await surveyedSkills(look)).map(({ name }) => name))
  return (name) => names.has(name)
}

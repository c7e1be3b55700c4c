import { surveyAgents, surveyPluginAgents, type AgentSurvey } from '@raider/agents'
import type { Finding } from '@raider/contracts'
import type { Look } from './look.js'
import { surveyedSkills } from './skills.js'
import { toolNames } from './tool-names.js'

/** Every agent file of project, user, plugins and managed settings. */
export async function agentFindings(look: Look): Promise<readonly Finding[]> {
  const { around, setup } = look
  const { projectDir, places, managedDir, sources, addedDirs } = around
  const survey = { inForce: setup.agents, hasTool: toolTest(toolNames(look)), hasSkill: await skillTest(look) }
  const own = await surveyAgents(
    { projectDir, configDir: places.configDir, managedDir, additionalDirectories: addedDirs, sources },
    survey,
  )
  const bundled = await Promise.all(
    setup.bundles.list.flatMap((bundle) => bundle.agentPaths.map((path) => surveyPluginAgents(path, bundle, survey))),
  )
  return [...own, ...bundled.flat()]
}

/** Entries such as `Bash(git *)`; whether a server has a tool is not known before it runs. */
const toolTest =
  (names: ReadonlySet<string>): AgentSurvey['hasTool'] =>
  (entry) => {
    const name = entry.replace(/\(.*\)$/s, '').trim()
    return name === '*' || name.startsWith('mcp__') || names.has(name)
  }

const skillTest = async (look: Look): Promise<AgentSurvey['hasSkill']> => {
  const names = new Set((await surveyedSkills(look)).map(({ name }) => name))
  return (name) => names.has(name)
}

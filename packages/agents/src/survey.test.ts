import { createProject, type Files } from '@raider/testing'
import { expect, it } from 'vitest'
import { loadAgents } from './discovery.js'
import { surveyAgents, surveyPluginAgents, type AgentSurvey } from './survey.js'

const file = (name: string, more = ''): string => `---\nname: ${name}\ndescription: d\n${more}---\nbody\n`
const hooked = 'hooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }] }\n'

/** What becomes of agents by file: fate and reason. */
async function survey(files: Files, more: Partial<AgentSurvey> = {}) {
  await using project = await createProject(files)
  const options = { projectDir: project.dir, configDir: project.configDir }
  const inForce = await loadAgents(options)
  const facts = { inForce, hasTool: (name: string) => name === 'Read', hasSkill: () => false, ...more }
  const findings = await surveyAgents(options, facts)
  const bundled = await surveyPluginAgents(project.path('p'), { name: 'p', root: project.path('p') }, facts)
  return Object.fromEntries(
    [...findings, ...bundled].map(({ file: path = '', fate, why }) => [
      path.replace(/^.*\/(?:agents|p)\//, ''),
      why === undefined ? fate : `${fate}: ${why.replaceAll(`${project.dir}/.claude/agents/`, '')}`,
    ]),
  )
}

it('tells agents from what was meant to be one, and from other texts', async () => {
  const found = await survey({
    '.claude/agents/a.md': file('a', 'tools: Read\ncolor: red\n'),
    '.claude/agents/b.md': '---\nname: b\n---\n',
    '.claude/agents/c.md': file('c', 'hooks: 5\n'),
    '.claude/agents/d.md': file('"d:x"'),
    '.claude/agents/e.md': 'a text',
  })
  expect(found).toEqual({
    'a.md': 'honoured',
    'b.md': 'error: it has no description',
    'c.md': 'error: its hooks are malformed',
    'd.md': 'error: its name must be a text without ":"',
    'e.md': 'ignored: it is no agent: nothing stands on top of it',
  })
})

it('names tools, skills and fields that are not there, and values that nobody understands', async () => {
  const more = 'tools: Read, Saw\nskills: nope\nflavour: mint\npermissionMode: odd\ndisallowedTools: "*"\n'
  const { 'a.md': found } = await survey({ '.claude/agents/a.md': file('a', more) })
  expect(found).toBe(
    'partly: there is no such field as flavour; permissionMode is not understood; there is no tool Saw; there is no skill nope',
  )
})

it('names the agent that counts in place of one, and what trust and plugins leave out', async () => {
  const files = {
    '.claude/agents/1.md': file('a'),
    '.claude/agents/2.md': file('a'),
    '.claude/agents/h.md': file('h', hooked),
    'p/x.md': file('x', hooked),
  }
  expect(await survey(files)).toMatchObject({
    '1.md': 'ignored: 2.md has the same name, and counts',
    'h.md': 'honoured',
  })
  await using project = await createProject(files)
  const agents = await loadAgents({ projectDir: project.dir, configDir: project.configDir })
  const bare = new Map([...agents].map(([name, { hooks: _hooks, ...agent }]) => [name, agent]))
  const found = await surveyAgents(
    { projectDir: project.dir, configDir: project.configDir },
    { inForce: bare, hasTool: () => true, hasSkill: () => true },
  )
  expect(found.find(({ name }) => name === 'h')).toMatchObject({
    fate: 'partly',
    why: 'its hooks need the trust of this project',
  })
})

it('says where the settings let agents come from plugins only', async () => {
  const found = await survey({ '.claude/agents/a.md': file('a') }, { inForce: new Map() })
  expect(found).toEqual({ 'a.md': 'refused: the settings let agents come from plugins only' })
})

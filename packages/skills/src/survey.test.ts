import { createProject, type Files } from '@raider/testing'
import { settingsSources } from '@raider/contracts'
import { expect, it } from 'vitest'
import { surveySkills, type SkillSurvey } from './survey.js'

const skill = (...fields: readonly string[]): string => `---\n${fields.join('\n')}\n---\nbody`

/** What becomes of skills and commands by name: fate and reason. */
async function survey(files: Files, more: Partial<SkillSurvey> = {}) {
  await using project = await createProject(files)
  const findings = await surveySkills({
    roots: {
      projectDir: project.dir,
      configDir: project.configDir,
      managedDir: project.path('managed'),
      directories: [],
      sources: settingsSources,
      bundles: [],
    },
    settings: {},
    trusted: true,
    isDenied: () => false,
    isAgent: (type) => type === 'Explore',
    ...more,
  })
  return findings.map(({ name, fate, why }) =>
    [name, fate, why?.replaceAll(`${project.dir}/`, '')].filter(Boolean).join(' | '),
  )
}

it('tells what counts, what waits, and what another one of the name outranks', async () => {
  const found = await survey({
    '.claude/skills/a/SKILL.md': skill('description: a'),
    '.claude/skills/b/SKILL.md': skill('description: b', 'paths: "*.ts"'),
    '.claude/skills/c/note.txt': 'x',
    '.claude/skills/README.md': 'about skills',
    '.claude/commands/a.md': 'command',
    '.claude/commands/u.md': skill('disable-model-invocation: true'),
  })
  expect(found).toEqual([
    'a | honoured',
    'b | honoured | it is listed once a file was touched that matches *.ts',
    'c | ignored | the folder has no SKILL.md',
    'a | ignored | .claude/skills/a/SKILL.md has the same name, and counts',
    'u | honoured | only the user invokes it',
  ])
})

it('tells what settings and rules keep from the model', async () => {
  const files = { '.claude/skills/a/SKILL.md': 'a', '.claude/skills/b/SKILL.md': 'b', '.claude/skills/c/SKILL.md': 'c' }
  const settings = { skillOverrides: { a: 'off', b: 'name-only' } }
  expect(await survey(files, { settings, isDenied: (name) => name === 'c' })).toEqual([
    'a | refused | skillOverrides switches it off',
    'b | honoured | skillOverrides says name-only',
    'c | refused | a deny rule keeps it from the model',
  ])
})

it('names fields and agents that are not there, and what needs trust', async () => {
  const files = {
    '.claude/skills/a/SKILL.md': skill('context: fork', 'agent: nobody', 'sparkle: 1'),
    '.claude/skills/b/SKILL.md': skill('allowed-tools: Bash'),
    '.claude/skills/c/SKILL.md': '---\n"\n---\nbody',
  }
  expect(await survey(files, { trusted: false })).toEqual([
    'a | partly | there is no such field as sparkle; there is no agent nobody',
    'b | partly | its hooks, allowed tools and shell commands need the trust of this project',
    'c | error | what stands on top of it is no YAML, so only its body counts',
  ])
})

it('names the skills whose descriptions find no room', async () => {
  const files = {
    '.claude/skills/a/SKILL.md': skill('description: short'),
    '.claude/skills/b/SKILL.md': skill(`description: ${'x'.repeat(300)}`),
  }
  expect(await survey(files, { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '100' } })).toContain(
    'listing | partly | 100 characters have no room for the descriptions of b',
  )
})

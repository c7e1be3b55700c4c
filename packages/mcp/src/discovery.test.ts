import { settingsSources } from '@raider/contracts'
import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject, type Project } from '@raider/testing'
import { findServers, type ServerSearch } from './discovery.js'

let project: Project
const servers = (...names: readonly string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])),
})

beforeEach(async () => {
  project = await createProject({
    '.mcp.json': servers('shared', 'project'),
    'sub/.mcp.json': servers('shared', 'sub'),
  })
})
afterEach(() => project.dispose())

const find = async (more: Partial<ServerSearch> = {}) => {
  const cwd = project.path('sub')
  const found = await findServers({
    configs: [],
    strict: false,
    cwd,
    stateFile: join(project.home, '.claude.json'),
    managedDir: join(project.home, 'managed'),
    sources: settingsSources,
    ...more,
  })
  return found.map(({ name, source, file }) =>
    [name, source, file?.replace(`${project.dir}/`, '')].filter(Boolean).join(' '),
  )
}
const inHome = async (path: string, value: object): Promise<void> => {
  await mkdir(dirname(join(project.home, path)), { recursive: true })
  await writeFile(join(project.home, path), JSON.stringify(value))
}

describe('servers', () => {
  it('come from the folder and from all above it, the nearest first', async () => {
    expect(await find()).toEqual([
      'shared project sub/.mcp.json',
      'sub project sub/.mcp.json',
      'project project .mcp.json',
    ])
  })

  it('of the command line go before local ones, these before those of the project, and the user comes last', async () => {
    const records = { [project.path('sub')]: servers('sub', 'mine') }
    await inHome('.claude.json', { ...servers('project', 'everywhere'), projects: records })
    const found = await find({ configs: [JSON.stringify(servers('mine'))] })
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'mine dynamic',
      'sub local',
      'shared project',
      'project project',
      'everywhere user',
    ])
  })

  it('of places that do not count are left out', async () => {
    await inHome('.claude.json', servers('everywhere'))
    expect(await find({ sources: ['user'] })).toHaveLength(1)
    expect(await find({ configs: [JSON.stringify(servers('only'))], strict: true })).toEqual(['only dynamic'])
  })

  it('of the managed folder exclude all others', async () => {
    await inHome('managed/managed-mcp.json', servers('company'))
    expect((await find({ configs: [JSON.stringify(servers('mine'))] })).map((line) => line.split(' ')[0])).toEqual([
      'company',
    ])
  })

  it('of a broken file are not there, and nothing else is lost', async () => {
    await project.write({ 'sub/.mcp.json': '{"mcpServers": {' })
    expect(await find()).toEqual(['shared project .mcp.json', 'project project .mcp.json'])
  })

  it('of a file that is a pipe, or lies too deep, are not there either', async () => {
    await project.write({ '.mcp.json': `{"mcpServers": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}` })
    await rm(project.path('sub/.mcp.json'))
    execFileSync('mkfifo', [project.path('sub/.mcp.json')])
    expect(await find()).toEqual([])
  })

  it('of several values of the command line are joined, the last of a name counting', async () => {
    await project.write({ 'sub/more.json': servers('b', 'c') })
    const found = await find({ configs: [JSON.stringify(servers('a', 'b')), 'more.json'], sources: [] })
    expect(found).toEqual(['a dynamic', 'b dynamic sub/more.json', 'c dynamic sub/more.json'])
  })

  it.each([
    ['{"mcpServers":', /cannot be read as JSON/],
    ['{"a": 1}', /no object "mcpServers"/],
    ['gone.json', /there is no file .*gone\.json/],
  ])('of an unusable value %s end the start', async (config, problem) => {
    await expect(find({ configs: [config] })).rejects.toThrow(problem)
  })
})

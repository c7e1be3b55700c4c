import { join } from 'node:path'
import { settingsSources } from '@raider/contracts'
import { createProject, type Files } from '@raider/testing'
import { expect, it } from 'vitest'
import { firstOfEach, managedServers, otherServers } from './discovery.js'
import { surveyServers, type ServerSurvey } from './survey.js'

/** What becomes of servers: name and source to fate and reason. */
async function survey(files: Files, more: Partial<ServerSurvey> = {}): Promise<readonly (readonly unknown[])[]> {
  await using project = await createProject(files)
  const search = {
    configs: [],
    strict: false,
    cwd: project.dir,
    stateFile: join(project.dir, 'state.json'),
    managedDir: project.path('managed'),
    sources: settingsSources,
    ...more,
  }
  const inForce = (await managedServers(search)) ?? firstOfEach(await otherServers(search))
  const env = { PATH: process.env['PATH'] ?? '' }
  const settings = { merged: {}, layers: [] }
  const findings = await surveyServers({ inForce, barred: () => undefined, settings, env, ...search, ...more })
  return findings.map(({ name, layer, fate, why }) => [name, layer, fate, why?.replaceAll(`${project.dir}/`, '')])
}

const node = { command: 'node' }

it('tells which of two servers of one name counts', async () => {
  const files = { '.mcp.json': { mcpServers: { a: node } }, 'state.json': { mcpServers: { a: node, b: node } } }
  expect(await survey(files)).toEqual([
    ['a', 'project', 'honoured', undefined],
    ['b', 'user', 'honoured', undefined],
    ['a', 'user', 'ignored', '.mcp.json declares a server of the same name, and counts'],
  ])
})

it('tells what managed servers, and a strict command line, keep out', async () => {
  const files = { '.mcp.json': { mcpServers: { a: node } }, 'managed/managed-mcp.json': { mcpServers: { m: node } } }
  expect(await survey(files)).toEqual([
    ['m', 'managed', 'honoured', undefined],
    ['a', 'project', 'ignored', 'managed-mcp.json leaves no other servers in'],
  ])
  const configs = ['{"mcpServers":{"g":{"command":"node"}}}']
  expect(await survey({ '.mcp.json': { mcpServers: { a: node } } }, { configs, strict: true })).toEqual([
    ['g', 'flag', 'honoured', undefined],
    ['a', 'project', 'ignored', '--strict-mcp-config leaves only those of the command line in'],
  ])
})

it('calls what is broken so, even where trust is missing as well', async () => {
  const files = { '.mcp.json': { mcpServers: { a: node, b: { command: 5 }, c: { command: './gone' } } } }
  expect(await survey(files, { barred: () => 'no trust' })).toEqual([
    ['a', 'project', 'refused', 'no trust'],
    ['b', 'project', 'error', 'command: must be a text'],
    ['c', 'project', 'error', 'there is no program ./gone'],
  ])
})

it('names files that declare nothing, since they cannot be read', async () => {
  expect(await survey({ '.mcp.json': '{', 'state.json': { mcpServers: [] } })).toEqual([
    ['file', undefined, 'error', expect.stringContaining('line 1')],
    ['file', undefined, 'error', 'mcpServers must be an object'],
  ])
})

it('knows variables without a value and without a default', async () => {
  const url = 'http://127.0.0.1/${PATH}/${NOPE:-x}'
  const headers = { authorization: 'Bearer ${NO_SUCH_TOKEN}' }
  const files = { '.mcp.json': { mcpServers: { a: { type: 'http', url }, b: { type: 'http', url, headers } } } }
  expect(await survey(files)).toEqual([
    ['a', 'project', 'honoured', undefined],
    ['b', 'project', 'error', 'not set: NO_SUCH_TOKEN'],
  ])
})

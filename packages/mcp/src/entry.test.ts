import { describe, expect, it } from 'vitest'
import { parseEntry } from './entry.js'
import { serverPolicy } from './policy.js'

const variables = { HOST: 'example.org', EMPTY: '' }
const parse = (value: unknown) => parseEntry(value, variables)

it('repeats no secret of an address that cannot be used', () => {
  const problems = [
    parse({ type: 'http', url: 'https://me:hunter22@mcp.example.org' }),
    parseEntry({ type: 'http', url: 'ftp://h/${KEY}' }, { KEY: 'hunter22' }),
  ]
  expect(problems).toEqual([expect.stringContaining('Authorization'), 'url: "ftp://h/${KEY}" is no web address'])
})

describe('an entry', () => {
  it('has its variables filled in; one that is not set stays as it is written', () => {
    expect(
      parse({
        command: '${BIN:-node}',
        args: ['${HOST}', '${NOPE}', '${EMPTY:-x}'],
        env: { URL: 'http://${HOST}/${NOPE:-}' },
      }),
    ).toEqual({
      type: 'stdio',
      command: 'node',
      args: ['example.org', '${NOPE}', ''],
      env: { URL: 'http://example.org/' },
    })
    expect(
      parse({ type: 'streamable-http', url: 'https://${HOST}/mcp', headers: { Authorization: 'Bearer ${HOST}' } }),
    ).toEqual({
      type: 'http',
      url: 'https://example.org/mcp',
      headers: { Authorization: 'Bearer example.org' },
    })
  })

  it('may bound its calls and ask to be waited for', () => {
    expect(parse({ command: 'x', timeout: 2000, alwaysLoad: true })).toMatchObject({
      timeoutMs: 2000,
      alwaysLoad: true,
    })
    expect(parse({ command: 'x', timeout: 5 })).not.toHaveProperty('timeoutMs')
  })

  it.each([
    ['text', /object/],
    [{}, /^url/],
    [{ command: 5 }, /^command/],
    [{ command: 'x', args: 'y' }, /^args/],
    [{ command: 'x', env: { A: 1 } }, /^env/],
    [{ type: 'http', url: 'nowhere' }, /^url/],
    [{ type: 'http', url: 'file:///etc/passwd' }, /^url/],
    [{ type: 'ws', url: 'ws://x' }, /^type/],
    [{ type: 'sdk', name: 'x' }, /sdk/],
  ])('%j is refused with the field that is wrong', (value, problem) => {
    expect(parse(value)).toMatch(problem)
  })
})

describe('a policy', () => {
  const stdio = { type: 'stdio', command: 'npx', args: ['-y', 'server'], env: {} } as const
  const remote = { type: 'http', url: 'https://mcp.example.org/a', headers: {} } as const
  const project = { name: 'a', source: 'project', value: {} } as const
  const admits = (merged: Record<string, unknown>, entry: typeof stdio | typeof remote = stdio) =>
    serverPolicy({ merged, layers: [] })(project, entry) === undefined

  it.each([
    [{}, true],
    [{ disabledMcpjsonServers: ['a'] }, false],
    [{ deniedMcpServers: [{ serverName: 'a' }] }, false],
    [
      { deniedMcpServers: [{ serverCommand: ['npx', '-y', 'server'] }], allowedMcpServers: [{ serverName: 'a' }] },
      false,
    ],
    [{ allowedMcpServers: [] }, false],
    [{ allowedMcpServers: [{ serverName: 'a' }] }, true],
    [{ allowedMcpServers: [{ serverName: 'a' }, { serverCommand: ['other'] }] }, false],
    [{ allowedMcpServers: [{ serverName: 'a' }, { serverUrl: 'https://*' }] }, true],
    [{ allowManagedMcpServersOnly: true, allowedMcpServers: [] }, true],
  ])('%j admits a child: %j', (merged, admitted) => {
    expect(admits(merged)).toBe(admitted)
  })

  it('knows addresses by a pattern', () => {
    expect(admits({ allowedMcpServers: [{ serverUrl: 'https://*.example.org/*' }] }, remote)).toBe(true)
    expect(admits({ deniedMcpServers: [{ serverUrl: 'https://mcp.example.org/*' }] }, remote)).toBe(false)
    expect(admits({ deniedMcpServers: [{ serverUrl: 'https://mcp.example.org' }] }, remote)).toBe(true)
  })
})

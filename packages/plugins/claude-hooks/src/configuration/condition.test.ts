import { expect, it } from 'vitest'
import { conditionHolds } from './condition.js'

const place = { cwd: '/home/u/p', projectDir: '/home/u/p', homeDir: '/home/u' }
const holds = (rule: string, tool: string, input: Record<string, unknown>): boolean =>
  conditionHolds(rule, { tool_name: tool, tool_input: input }, place)

it.each([
  ['src/**', ['/home/u/p/src/a.ts']],
  ['/src/**', ['/home/u/p/src/a.ts']],
  ['./src/**', ['/home/u/p/src/a.ts']],
  ['SRC/**', ['/home/u/p/src/a.ts']],
  ['**/src/**', ['/home/u/p/src/a.ts', '/home/u/p/lib/src/b.ts']],
  ['*.ts', ['/home/u/p/src/a.ts', '/home/u/p/lib/src/b.ts', '/etc/x.ts']],
  ['**/*.ts', ['/home/u/p/src/a.ts', '/home/u/p/lib/src/b.ts', '/etc/x.ts']],
  ['a.ts', ['/home/u/p/src/a.ts']],
  ['.env', ['/home/u/p/.env']],
  ['//etc/**', ['/etc/x.ts']],
  ['/etc/**', []],
  ['/etc/x.ts', ['/etc/x.ts']],
  ['!src/**', []],
])('takes Read(%s) for a gitignore pattern in the project', (pattern, expected) => {
  const paths = ['/home/u/p/src/a.ts', '/home/u/p/lib/src/b.ts', '/home/u/p/.env', '/home/u/x.md', '/etc/x.ts']
  expect(paths.filter((path) => holds(`Read(${pattern})`, 'Read', { file_path: path }))).toEqual(expected)
})

it('takes ~ for the home folder', () => {
  expect(holds('Read(~/x.md)', 'Read', { file_path: '/home/u/x.md' })).toBe(true)
})

it('asks for the very tool', () => {
  expect(holds('Read(src/**)', 'Edit', { file_path: '/home/u/p/src/a.ts' })).toBe(false)
  expect(holds('read', 'Read', {})).toBe(false)
  expect(holds('*', 'Read', {})).toBe(false)
})

it.each(['Bash', 'Bash()', 'Bash(*)'])('takes %s for every call of the tool', (rule) =>
  expect(holds(rule, 'Bash', { command: 'ls' })).toBe(true),
)

it.each(['Bash(', '(', 'Bash(git *) || Bash(ls)', 'Read|Bash'])('never holds when malformed: %s', (rule) =>
  expect(holds(rule, 'Bash', { command: 'ls' })).toBe(false),
)

it('knows MCP tools by their whole name only', () => {
  expect(holds('mcp__srv__tool', 'mcp__srv__tool', {})).toBe(true)
  expect(['mcp__srv', 'mcp__srv__*', 'mcp__*'].filter((rule) => holds(rule, 'mcp__srv__tool', {}))).toEqual([])
})

it('compares the host of WebFetch', () => {
  expect(holds('WebFetch(domain:Example.com)', 'WebFetch', { url: 'https://example.com/x' })).toBe(true)
  expect(holds('WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.org/' })).toBe(false)
})

it('ignores patterns on tools that have none', () => expect(holds('Agent(Explore)', 'Agent', {})).toBe(false))

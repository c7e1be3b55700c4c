// Permission rules without a model and without a loop: rules, mode and call in, a decision with its source out.
import assert from 'node:assert/strict'
import { compileRules, createRule, decide, explainCall, lintRules, profiles, type PermissionFacts } from 'raider'

const facts: PermissionFacts = {
  profile: profiles.raider,
  projectDir: '/work/shop',
  homeDir: '/home/me',
  directories: [],
  caseSensitive: true,
  realPath: (path) => path, // or one that follows links
  list: () => [], // or one that reads folders, so that `cat *` is known for what it means
}
const origin = { anchor: '/work/shop', layer: 'user', file: '/home/me/.claude/settings.json' } as const
const declared = [
  createRule('allow', 'Bash(git *)', { ...origin, line: 4 }),
  createRule('deny', 'Bash(git push *)', { ...origin, line: 7 }),
  createRule('deny', 'Read(.env)', { ...origin, line: 8 }),
  createRule('allow', 'Write(src/**)', { ...origin, line: 9 }),
].filter((rule) => rule !== undefined)
const rules = compileRules(declared, facts)

const call = (command: string) =>
  ({ tool: 'Bash', input: { command }, origin: 'built-in', paths: [], cwd: '/work/shop' }) as const

assert.equal(decide(rules, 'default', call('git add . && git status'), facts).behavior, 'allow')
assert.equal(decide(rules, 'bypassPermissions', call('cat ./src/../.env'), facts).behavior, 'deny')

const { decision, parts } = explainCall(rules, 'default', call('git -C . push && rm -rf build'), facts)
for (const { text, behavior, source } of parts)
  console.log(behavior.padEnd(5), text, '·', source.name, source.line ?? '')
assert.equal(decision.source.line, 7)

const findings = lintRules(declared, facts)
for (const { kind, rule, text } of findings) console.log(kind, rule.source.name, '·', text)
assert.deepEqual(
  findings.map(({ kind, rule }) => [kind, rule.source.name]),
  [['never', 'Write(src/**)']],
)

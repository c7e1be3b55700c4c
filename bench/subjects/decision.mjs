// decision.mjs ROUNDS: what one decision over a command line costs in CPU time with 200 rules, parsing included.
import { compileRules, createRule, decide } from '@raider/permissions'
import { profiles } from 'raider'

const rounds = Number(process.argv[2])

const facts = {
  profile: profiles.raider,
  projectDir: '/w/project',
  homeDir: '/home/me',
  directories: [],
  caseSensitive: true,
  realPath: (path) => path,
}

const programs = ['git', 'npm', 'pnpm', 'cargo', 'go', 'make', 'docker', 'kubectl', 'python', 'node']
const texts = (count, text) => Array.from({ length: count }, (_, n) => text(programs[n % programs.length], n))
const rule = (behavior) => (text) => createRule(behavior, text, { anchor: '/w/project', layer: 'user' })
const rules = compileRules(
  [
    ...texts(80, (program, n) => `Bash(${program} task${n} *)`).map(rule('allow')),
    ...texts(20, (_, n) => `Edit(src/part${n}/**)`).map(rule('allow')),
    ...texts(20, (program, n) => `Bash(${program} publish${n} *)`).map(rule('ask')),
    ...texts(50, (program, n) => `Bash(${program} drop${n} *)`).map(rule('deny')),
    ...texts(30, (_, n) => `Read(secret${n}/**)`).map(rule('deny')),
  ],
  facts,
)

const lines = [
  (n) => `git status --short && git diff --stat HEAD~${n}`,
  (n) => `npm task1 --workspace w${n} 2>&1 | tail -20`,
  (n) => `cd src/part3 && grep -rn "name${n}" . | head -5`,
  (n) => `cargo task3 --jobs ${n}`,
  (n) => `echo "step ${n}" >> src/part2/log.txt`,
  (n) => `timeout 60 docker drop6 image${n}`,
]

/** No line comes twice, so that nothing remembered of one helps with another. */
const decideAll = (count) => {
  for (let n = 0; n < count; n += 1) {
    const command = lines[n % lines.length](n)
    const query = { tool: 'Bash', input: { command }, origin: 'built-in', paths: [], cwd: '/w/project' }
    decide(rules, 'default', query, facts)
  }
}

decideAll(rounds / 2)
const start = process.cpuUsage()
decideAll(rounds)
const { user, system } = process.cpuUsage(start)
console.log(JSON.stringify({ microseconds: (user + system) / rounds }))

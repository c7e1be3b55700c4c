import type { Files } from '@raider/testing'

const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
const skill = (fields: string, body = 'body') => `---\n${fields}\n---\n${body}`

/** A project that has everything: what works, what does not, and what is broken. */
export const everything: Files = {
  'CLAUDE.md': 'Be brief. See @docs/style.md and @docs/gone.md for more.',
  'docs/style.md': 'style',
  'CLAUDE.local.md': 'mine',
  'sub/CLAUDE.md': 'nested',
  'vendor/CLAUDE.md': 'excluded',
  '.claude/rules/all.md': 'rule',
  '.claude/rules/ts.md': '---\npaths: "**/*.ts"\n---\nfor ts',
  '.claude/rules/bad.md': '---\npaths: [\n---\nbad',
  '.claude/settings.json': {
    $schema: 'https://json.schemastore.org/claude-code-settings.json',
    model: 'sonnet',
    statusLine: { type: 'command', command: 'echo hi' },
    outputStyle: 'Nobody',
    modle: 'opus',
    cleanupPeriodDays: 20,
    claudeMdExcludes: ['**/vendor/**'],
    env: { API_TIMEOUT_MS: '1000', FOO: 'bar', CLAUDE_CODE_REMOTE: '1' },
    permissions: {
      allow: ['Read(src/**)', 'Bash(npm test)', 'Bash(bash *)', 'Nothing('],
      deny: ['Bash(rm *)', 'Red(./secrets)', 7],
      denny: ['Bash(git push)'],
      defaultMode: 'acceptEdits',
    },
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/guard.sh' }] },
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'python3 $CLAUDE_PROJECT_DIR/gone.py' }] },
      ],
      PostToolUse: [{ matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'npx prettier --check .' }] }],
      PreCompact: hook('true'),
      PostToolUseFailure: [{ matcher: 'LS|MultiEdit', hooks: [{ type: 'command', command: 'true' }] }],
      SessionEnd: [{ hooks: [{ type: 'prompt', prompt: 'well?' }] }],
      TeammateIdle: hook('true'),
      AfterAll: hook('true'),
    },
    enabledPlugins: { 'good@shop': true, 'off@shop': false, 'gone@shop': true },
    extraKnownMarketplaces: { shop: { source: { source: 'directory', path: './shop' } } },
    sandbox: { enabled: false, network: { httpProxyPort: 80 } },
    disabledMcpjsonServers: ['disabled'],
    companyAnnouncements: 'hello',
  },
  '.claude/settings.local.json': '{ "model": "opus", /* mine */ "theme": "dark" }',
  'guard.sh': '#!/bin/sh\nexit 0\n',
  '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: d\ntools: Read, Grep\n---\nreview',
  '.claude/agents/odd.md':
    '---\nname: odd\ndescription: d\ntools: Read, Chainsaw\ncolor: red\nflavour: mint\nmodel: haiku\nskills: nope\n---\nodd',
  '.claude/agents/nameless.md': '---\ndescription: d\n---\nx',
  '.claude/agents/README.md': 'about these agents',
  '.claude/agents/broken.md': '---\nname: [\n---\nx',
  '.claude/agents/shared.md': '---\nname: shared\ndescription: the one of the project\n---\nx',
  '.claude/skills/pdf/SKILL.md': skill('description: reads pdf\nallowed-tools: Bash(pdftotext *)'),
  '.claude/skills/waits/SKILL.md': skill('description: for ts\npaths: "**/*.ts"'),
  '.claude/skills/fork/SKILL.md': skill('description: d\ncontext: fork\nagent: nobody\nsparkle: 1'),
  '.claude/skills/hooked/SKILL.md': skill(
    'description: d\nhooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }], Nope: [] }',
  ),
  '.claude/skills/empty/notes.txt': 'no skill here',
  '.claude/skills/bad/SKILL.md': '---\ndescription: [\n---\nx',
  '.claude/output-styles/terse.md': '---\nname: Terse\n---\nBe terse.',
  '.claude/keybindings.json': {},
  '.claude/commands/review.md': 'Review $ARGUMENTS',
  '.claude/commands/pdf.md': 'hidden behind the skill',
  '.mcp.json': {
    mcpServers: {
      files: { command: 'node', args: ['server.js'] },
      gone: { command: 'no-such-program-here' },
      unset: { command: 'node', args: ['${NO_SUCH_VARIABLE}'] },
      socket: { type: 'ws', url: 'wss://example.org' },
      login: { type: 'http', url: 'http://127.0.0.1:9/mcp', oauth: { clientId: 'x' } },
      web: { type: 'http', url: 'http://127.0.0.1:9/${PATHLESS:-mcp}' },
      disabled: { command: 'node' },
      broken: { command: 5 },
    },
  },
  'shop/.claude-plugin/marketplace.json': {
    name: 'shop',
    plugins: [
      { name: 'good', source: './good' },
      { name: 'off', source: './off' },
    ],
  },
  'shop/good/.claude-plugin/plugin.json': { name: 'good', version: '1.0.0', lspServers: './lsp.json' },
  'shop/good/hooks/hooks.json': { hooks: { Stop: hook('${CLAUDE_PLUGIN_ROOT}/stop.sh') } },
  'shop/good/stop.sh': '#!/bin/sh\nexit 0\n',
  'shop/good/agents/helper.md': '---\ndescription: helps\nhooks: {}\n---\nx',
  'shop/good/skills/do/SKILL.md': skill('description: does'),
  'shop/good/.mcp.json': { mcpServers: { inner: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/s.js'] } } },
  'shop/off/.claude-plugin/plugin.json': { name: 'off' },
  'lone/.claude-plugin/plugin.json': '{ broken',
}

/** The home of somebody who has as much. */
export const everythingAtHome: Files = {
  '.claude/settings.json': {
    apiKeyHelper: 'echo key',
    model: 'haiku',
    allowManagedHooksOnly: true,
    permissions: { allow: ['WebFetch(domain:example.org)'], deny: ['Read(./.env)'] },
    hooks: { Stop: hook('/usr/bin/no-such-notifier') },
  },
  '.claude/CLAUDE.md': 'the user',
  '.claude/agents/shared.md': '---\nname: shared\ndescription: the one of the user\n---\nx',
  '.claude/skills/mine/SKILL.md': skill('description: mine'),
  '.claude/commands/team/deploy.md': 'Deploy',
  '.claude.json': { mcpServers: { web: { type: 'sse', url: 'http://127.0.0.1:9/sse' }, notes: { command: 'node' } } },
}

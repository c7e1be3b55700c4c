import { profiles, settingsSources, type JsonObject } from '@raider/contracts'
import { createProject, type Files } from '@raider/testing'
import { expect, it } from 'vitest'
import { loadBundles, type BundleOptions } from './bundles.js'
import { surveyBundles } from './survey.js'

/** What becomes of plugins: fate and reason by id. */
async function survey(files: Files, settings: JsonObject = {}, more: Partial<BundleOptions> = {}) {
  await using project = await createProject(files)
  const options: BundleOptions = {
    dirs: [],
    projectDir: project.dir,
    configDir: project.path('config'),
    profile: profiles.raider,
    settings,
    sources: settingsSources,
    trusted: true,
    checkHooks: () => ({ guardBroken: false }),
    ...more,
  }
  const findings = await surveyBundles(await loadBundles(options), options)
  return findings.map(({ name, fate, why }) => [name, fate, why].join(' | '))
}

const manifest = (name: string, more: JsonObject = {}): JsonObject => ({ name, ...more })

it('says what a plugin brings, and what of it Raider does not have', async () => {
  const files = {
    'a/.claude-plugin/plugin.json': manifest('a'),
    'a/skills/s/SKILL.md': 'x',
    'a/.mcp.json': { mcpServers: { m: {} } },
    'b/.claude-plugin/plugin.json': manifest('b', { lspServers: {}, experimental: { themes: './t' } }),
    'b/monitors/monitors.json': [],
    'c/.claude-plugin/plugin.json': manifest('c'),
  }
  expect(await survey(files, {}, { dirs: ['a', 'b', 'c', 'gone'] })).toEqual([
    'a@inline | honoured | brings skills, MCP servers',
    'b@inline | partly | Raider does not have its LSP servers, themes, monitors',
    'c@inline | honoured | it brings nothing',
    expect.stringMatching(/^inline\[3\] \| error \| Path not found/),
  ])
})

it('says what a marketplace tells of a plugin in place of a manifest', async () => {
  const entry = { name: 'p', source: './p', strict: false, lspServers: { c: { command: 'clangd' } } }
  const files = { 'm/.claude-plugin/marketplace.json': { name: 'm', plugins: [entry] }, 'm/p/README.md': 'x' }
  const shop = { extraKnownMarketplaces: { m: { source: { source: 'directory', path: './m' } } } }
  const enabledPlugins = { 'p@m': true, 'off@m': false, 'gone@m': true, bare: true }
  expect(await survey(files, { ...shop, enabledPlugins })).toEqual([
    'p@m | partly | Raider does not have its LSP servers',
    expect.stringMatching(/^gone@m \| error \| .*not on this disk/),
    'off@m | ignored | enabledPlugins switches it off',
    'bare | error | it names no marketplace',
  ])
})

it('names plugins that need trust, and records that cannot be read', async () => {
  const files = {
    '.claude/skills/p/.claude-plugin/plugin.json': manifest('p'),
    'config/plugins/installed_plugins.json': '{',
  }
  expect(await survey(files, {}, { trusted: false })).toEqual([
    expect.stringMatching(/^file \| error \| line 1/),
    'p@skills-dir | refused | plugins of a project need its trust',
  ])
})

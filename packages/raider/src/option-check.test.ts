import { script } from '@raider/engine-script'
import { createProject } from '@raider/testing'
import { expect, it } from 'vitest'
import type { RaiderOptions } from './option.js'
import { Raider } from './raider.js'

it.each([
  [{ cwd: '/no/such/folder' }, 'cwd /no/such/folder is not a folder: make it, or name another one.'],
  [{ profile: 'cloud' }, 'profile is "cloud": give raider, claude.'],
  [{ permissionMode: 'dontask' }, /^permissionMode is "dontask": give .*\bdontAsk\b/],
  [{ engine: 'gpt' }, /^engine is no engine: .*anthropic\(\)/],
  [{ plugins: 'hooks' }, /^plugins is no list: /],
  [{ tools: [{ name: 'Deploy' }] }, /^tools holds something that is no tool: /],
])('refuses %j before anything is read', async (wrong, message) => {
  await using project = await createProject({})
  const options = {
    cwd: project.dir,
    homeDir: project.home,
    engine: script({ turns: ['bye'] }),
    transcript: false,
    journalDir: project.path('..', 'journals'),
    ...wrong,
  }
  const { result } = new Raider(options as unknown as RaiderOptions).run('go')
  await expect(result).rejects.toMatchObject({ code: 'bad-option', message: expect.stringMatching(message) })
})

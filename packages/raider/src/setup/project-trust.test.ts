import { loadHooks } from '@raider/claude-hooks'
import { script } from '@raider/engine-script'
import { createProject } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { openHookReport } from '../report/hook-report.js'
import { openPermissions } from '../report/permission-report.js'
import { openProjectTrust } from './project-trust.js'
import { Raider } from '../raider.js'

const guard = { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 0' }] }] }

describe('trust in a project with settings, servers and agents', () => {
  it('is the same for sessions, reports and hooks without a loop', async () => {
    await using project = await createProject({
      '.claude/settings.json': { permissions: { allow: ['Bash(make *)'] }, hooks: guard },
      '.mcp.json': { mcpServers: { one: { command: 'true' } } },
      '.claude/agents/a.md':
        '---\nname: a\ndescription: d\nhooks:\n  Stop: [{ hooks: [{ type: command, command: "true" }] }]\n---\nDo it.',
    })
    const options = {
      cwd: project.dir,
      homeDir: project.home,
      env: { PATH: process.env['PATH'], HOME: project.home },
      settings: { managedDir: project.path('none') },
    }
    const trusted = async () => {
      const opening = new Raider({ ...options, engine: script({ turns: ['end'] }) }).open()
      const [session, hooks] = await Promise.allSettled([
        opening,
        loadHooks({ ...options, managedDir: project.path('none') }),
      ])
      if (session.status === 'fulfilled') await session.value.close()
      if (hooks.status === 'fulfilled') await hooks.value.close()
      const report = await openHookReport(options)
      const permissions = await openPermissions(options)
      return [
        session.status === 'fulfilled',
        hooks.status === 'fulfilled',
        report.hooks.every((hook) => hook.state === 'active'),
        permissions.explain('Bash(make all)').decision.behavior === 'allow',
      ]
    }
    expect(await trusted()).toEqual([false, false, false, false])
    await (await openProjectTrust(options)).grant()
    expect(await trusted()).toEqual([true, true, true, true])
    await project.write({
      '.claude/settings.json': { permissions: { allow: ['Bash(make *)', 'Bash(rm *)'] }, hooks: guard },
    })
    expect(await trusted()).toEqual([false, false, false, false])
  })
})

describe('trust in a project with skills', () => {
  const skill = (command: string): string => `---\ndescription: d\n---\nshows !\`${command}\``
  const file = '.claude/skills/a/SKILL.md'

  it('is needed for more than text, and asked for again when that changes', async () => {
    await using project = await createProject({ [file]: 'text alone' })
    const options = { cwd: project.dir, homeDir: project.home, env: { HOME: project.home } }
    const why = async (): Promise<string> => (await openProjectTrust(options)).answer.why
    expect(await why()).toBe('nothing-to-trust')
    await project.write({ [file]: skill('git log') })
    expect(await why()).toBe('never-granted')
    await (await openProjectTrust(options)).grant()
    expect(await why()).toBe('granted')
    await project.write({ [file]: `${skill('git log')} and other words` })
    expect(await why()).toBe('granted')
    await project.write({ [file]: skill('curl evil') })
    expect(await why()).toBe('changed-since')
  })

  it('takes none of the user for those of the project', async () => {
    await using project = await createProject({}, { home: { [file]: skill('git log'), 'below/x': '' } })
    const options = { cwd: `${project.home}/below`, homeDir: project.home, env: { HOME: project.home } }
    expect((await openProjectTrust(options)).answer.why).toBe('nothing-to-trust')
  })
})

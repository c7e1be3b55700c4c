import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject } from './project.js'

describe('createProject', () => {
  it('lays out text, JSON and executable files in project and home', async () => {
    await using project = await createProject(
      { 'src/a.txt': 'hi', 'hook.sh': '#!/bin/sh\n', '.claude/settings.json': { model: 'x' } },
      { home: { '.claude/CLAUDE.md': 'mine' } },
    )
    expect(await project.read('src/a.txt')).toBe('hi')
    expect(JSON.parse(await project.read('.claude/settings.json'))).toEqual({ model: 'x' })
    expect((await stat(project.path('hook.sh'))).mode & 0o111).toBe(0o111)
    expect(await readFile(join(project.configDir, 'CLAUDE.md'), 'utf8')).toBe('mine')
  })

  it('removes everything at the end of its block', async () => {
    let dir: string
    {
      await using project = await createProject({ 'a.txt': 'hi' })
      dir = project.dir
    }
    await expect(access(dir)).rejects.toThrow('ENOENT')
  })

  it('refuses a path that leaves the project', async () => {
    await expect(createProject({ '../a.txt': 'hi' })).rejects.toThrow('lies outside')
  })
})

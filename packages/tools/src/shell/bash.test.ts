import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isAlive, until } from '@raider/testing'
import { createBench, toolNamed } from '../bench.fixture.js'
import { builtinTools } from '../builtin.js'

describe('Bash', () => {
  it('returns both streams in the order printed, without white space at the end', async () => {
    await using bench = await createBench()
    const trial = await bench.call('Bash', { command: "echo one; echo two >&2; printf '\\n  three  \\n\\n'" })
    expect(trial.text).toBe('one\ntwo\n\n  three')
    expect(trial.structured).toEqual({
      stdout: 'one\ntwo\n\n  three',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    })
  })

  it('says so where nothing was printed', async () => {
    await using bench = await createBench()
    expect((await bench.call('Bash', { command: '' })).text).toBe('(Bash completed with no output)')
  })

  it.each([
    ['echo out; echo err >&2; exit 3', 'Exit code 3\nout\nerr'],
    ['no-such-program-xyz', 'Exit code 127\n/bin/bash: line 1: no-such-program-xyz: command not found'],
    ["echo 'open", "Exit code 2\n/bin/bash: eval: line 1: unexpected EOF while looking for matching `''"],
    ['kill -9 $$', 'Exit code 1'],
    ['kill -TERM $$', 'Exit code 144'],
  ])('tells the exit code and the output of %j', async (command, text) => {
    await using bench = await createBench()
    expect(await bench.call('Bash', { command })).toMatchObject({ status: 'failed', text })
  })

  it.each(['echo a\rtouch x', 'echo \u001b[2K', 'echo \u0000', 'echo \u009b2K'])(
    'takes no command that a person could not see in full: %j',
    async (command) => {
      await using bench = await createBench()
      expect(await toolNamed(builtinTools({ homeDir: '/home/me' }), 'Bash').decode?.({ command })).toMatchObject({
        ok: false,
        issues: [{ field: 'command' }],
      })
      expect((await bench.call('Bash', { command: 'echo a\n\techo b' })).status).toBe('ok')
    },
  )

  it('hands commands to the program of CLAUDE_CODE_SHELL_PREFIX', async () => {
    const files = { prefix: '#!/bin/sh\necho logged >> log\nexec /bin/bash -c "$1"\n' }
    const env = { CLAUDE_CODE_SHELL_PREFIX: 'sh ./prefix', PATH: process.env['PATH'] ?? '' }
    await using bench = await createBench(files, { scope: { env } })
    expect((await bench.call('Bash', { command: "echo 'it is' here" })).text).toBe('it is here')
    expect(await bench.project.read('log')).toBe('logged\n')
  })

  it('takes exit code 1 of a search for an answer', async () => {
    await using bench = await createBench({ 'a.txt': 'x\n' })
    const trial = await bench.call('Bash', { command: 'cat a.txt | grep zzz' })
    expect(trial).toMatchObject({ status: 'ok', structured: { returnCodeInterpretation: 'No matches found' } })
  })

  it('keeps the working directory for the next call, but not that of a failed command', async () => {
    await using bench = await createBench({ 'sub/x.txt': 'x' })
    await bench.call('Bash', { command: 'cd sub; false' })
    expect((await bench.call('Bash', { command: 'pwd; cd sub' })).text).toBe(bench.project.dir)
    expect((await bench.call('Bash', { command: 'pwd' })).text).toBe(bench.project.path('sub'))
  })

  it('goes back to the project with a note when a command leaves it', async () => {
    await using bench = await createBench({ 'sub/x.txt': 'x' })
    await bench.call('Bash', { command: 'cd sub' })
    const trial = await bench.call('Bash', { command: 'pwd; cd /' })
    const note = `Shell cwd was reset to ${bench.project.dir}`
    expect(trial).toMatchObject({ text: `${bench.project.path('sub')}\n${note}`, structured: { stderr: note } })
    expect(bench.scope.cwd()).toBe(bench.project.dir)
  })

  it('says nothing of a folder that is always left', async () => {
    await using bench = await createBench({ 'sub/x.txt': 'x' })
    const scope = { ...bench.scope, env: { ...bench.scope.env, CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1' } }
    const bash = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Bash')
    expect(await bash.run({ command: 'cd sub' }, scope)).toMatchObject({ stderr: '' })
    expect(scope.cwd()).toBe(bench.project.dir)
  })

  it('names the files that sed changed behind the back of the model', async () => {
    await using bench = await createBench({ 'a.txt': 'x\n', 'b.txt': 'x\n' })
    for (const file_path of ['a.txt', 'b.txt']) await bench.call('Read', { file_path })
    const trial = await bench.call('Bash', { command: 'sleep 0.02; sed -i s/x/y/ a.txt' })
    expect(trial.text).toContain('changed 1 file that you know: a.txt')
    expect((await bench.call('Bash', { command: 'sed s/x/y/ b.txt' })).text).toBe('y')
  })

  it('fails where a picture that was printed is none', async () => {
    await using bench = await createBench()
    expect(await bench.call('Bash', { command: "printf 'data:image/png;base64,zzzz'" })).toMatchObject({
      status: 'failed',
    })
  })

  it('stays in an additional folder', async () => {
    await using bench = await createBench()
    const other = await realpath(bench.project.home)
    bench.scope.state.directories.add(other)
    await bench.call('Bash', { command: `cd ${other}` })
    expect(bench.scope.cwd()).toBe(other)
  })

  it('does not move a subagent', async () => {
    await using bench = await createBench({ 'sub/x.txt': 'x' }, { scope: { agent: { id: 'a', type: 'Explore' } } })
    expect((await bench.call('Bash', { command: 'cd sub && pwd' })).text).toBe(bench.project.path('sub'))
    expect(bench.scope.cwd()).toBe(bench.project.dir)
  })

  it('says so and returns to the project where the working directory is gone', async () => {
    await using bench = await createBench({ 'sub/x.txt': 'x' })
    await bench.call('Bash', { command: 'cd sub' })
    await rm(bench.project.path('sub'), { recursive: true })
    expect((await bench.call('Bash', { command: 'pwd' })).text).toContain('no longer exists')
    expect((await bench.call('Bash', { command: 'pwd' })).text).toBe(bench.project.dir)
  })

  it('keeps no variables, but runs the text of the session environment first', async () => {
    await using bench = await createBench({}, { shellEnv: () => 'export FROM_HOOK=yes' })
    await bench.call('Bash', { command: 'export MINE=yes' })
    expect((await bench.call('Bash', { command: 'echo "$MINE-$FROM_HOOK"' })).text).toBe('-yes')
  })

  it('gives commands an empty stdin and marks their environment', async () => {
    await using bench = await createBench()
    expect((await bench.call('Bash', { command: 'cat; echo $CLAUDECODE' })).text).toBe('1')
  })

  it('kills the whole group when the deadline passes, and shows what came before', async () => {
    await using bench = await createBench()
    const command = 'sleep 60 & echo $! > child; echo started; wait'
    const trial = await bench.call('Bash', { command, timeout: 300 })
    expect(trial).toMatchObject({ status: 'failed', text: 'Exit code 143\nCommand timed out after 0s\nstarted' })
    const child = Number(await bench.project.read('child'))
    await until('the child is gone', () => !isAlive(child))
  })

  it('kills the whole group when the call is cancelled', async () => {
    const cancel = new AbortController()
    await using bench = await createBench({}, { scope: { signal: cancel.signal } })
    const trial = bench.call('Bash', { command: 'sleep 60 & echo $! > child; wait' })
    const child = Number(await until('the child runs', () => bench.project.read('child').catch(() => undefined)))
    cancel.abort({ by: 'user', reason: 'enough' })
    expect(await trial).toMatchObject({ status: 'failed', text: expect.stringContaining('enough') as string })
    await until('the child is gone', () => !isAlive(child))
  })

  it('puts long output into a file that the result names', async () => {
    await using bench = await createBench()
    const trial = await bench.call('Bash', { command: 'seq 1 9000' })
    const { stdout, persistedOutputPath, persistedOutputSize } = trial.structured as Record<string, string>
    expect(stdout).toHaveLength(30_000)
    expect(persistedOutputSize).toBe(43_893)
    expect((await readFile(persistedOutputPath!, 'utf8')).split('\n')).toHaveLength(9001)
    expect(trial.text).toContain(`Output too large (42.9KB). All of it is in: ${persistedOutputPath}`)
    expect(trial.text.length).toBeLessThan(3000)
  })

  it('shows head and true end of a failed command with long output, and keeps no file', async () => {
    await using bench = await createBench()
    const trial = await bench.call('Bash', { command: 'seq 1 90000; exit 4' })
    expect(trial.text).toMatch(/^Exit code 4\n1\n2\n/)
    expect(trial.text).toMatch(/\n89999\n90000$/)
    expect(trial.text.length).toBeLessThan(10_200)
    await mkdir(bench.scope.state.resultsDir, { recursive: true })
    expect((await bench.call('Bash', { command: `ls ${bench.scope.state.resultsDir}` })).text).toContain('no output')
  })

  it('runs a command whose long output cannot be kept, and says that the rest is lost', async () => {
    await using bench = await createBench({ results: 'a file, not a folder' })
    const state = { ...bench.scope.state, resultsDir: bench.project.path('results') }
    const bash = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Bash')
    const structured = await bash.run({ command: 'seq 1 9000' }, { ...bench.scope, state })
    expect(structured).toMatchObject({ stderr: expect.stringContaining('is lost') as string })
    expect(structured).not.toHaveProperty('persistedOutputPath')
  })

  it('says why a command cannot be started', async () => {
    await using bench = await createBench()
    expect((await bench.call('Bash', { command: 'echo a\0b' })).text).toContain('The shell could not be started')
  })

  it('shows output that is a picture as a picture', async () => {
    const [bash] = builtinTools({ homeDir: '/home/me' })
    const stdout = 'data:image/png;base64,iVBORw0KGgo='
    const structured = { stdout, stderr: '', interrupted: false, isImage: true }
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
    expect(bash!.render?.(structured, {})).toEqual([{ type: 'image', source }])
  })

  it('counts a command that shows one file as a read of it', async () => {
    await using bench = await createBench({ 'a.txt': 'one\n' })
    const bash = toolNamed(builtinTools({ homeDir: '/home/me' }), 'Bash')
    const path = bench.project.path('a.txt')
    expect(bash.touches?.({ command: 'cat a.txt' }, bench.project.dir)).toEqual([{ path, access: 'read' }])
    await bench.call('Bash', { command: 'cat a.txt' })
    expect(bench.scope.state.files.get(path)).toMatchObject({ partial: false })
  })
})

import { createProject } from '@raider/testing'
import { expect, it } from 'vitest'
import { commandProblem } from './hook-command.js'

it.each([
  ['"$CLAUDE_PROJECT_DIR"/run.sh --fast', undefined],
  ['${CLAUDE_PROJECT_DIR}/gone.sh', /^there is no file .*gone\.sh$/],
  ['./plain.txt', /^.*plain\.txt is not executable$/],
  ['sh ./plain.txt', undefined],
  ['sh -c ./gone.sh', undefined],
  ['sh "$CLAUDE_PROJECT_DIR/gone.sh"', /^there is no file .*gone\.sh$/],
  ['~/bin/gone', /^there is no file .*bin\/gone$/],
  ['no-such-program-here --flag', /^there is no program no-such-program-here$/],
  ['test -f x && no-such-program-here', undefined],
  ['[ -f x ] || exit 2', undefined],
  ['FLAG=1 no-such-program-here', undefined],
  ['$(which node) x.js', undefined],
  ['$UNKNOWN/run.sh', undefined],
  ['(cd x; ./gone.sh)', undefined],
  ["'./run.sh' | no-such-program-here", undefined],
  ['# says why\nno-such-program-here', undefined],
  ['', undefined],
])('knows of %j what speaks against it: %s', async (command, problem) => {
  await using project = await createProject({ 'run.sh': '#!/bin/sh\n', 'plain.txt': 'x' })
  const env = { PATH: process.env['PATH'] ?? '', HOME: project.home, CLAUDE_PROJECT_DIR: project.dir }
  const found = commandProblem(command, env, project.dir)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(problem)
})

import { createProject } from '@raider/testing'
import { expect, it } from 'vitest'
import { parseCommandLine } from './command-line.js'
import { modelOptions } from './model-options.js'
import { fakeTerminal } from '../terminal.fixture.js'

const optionsOf = (args: readonly string[], cwd: string) => {
  const line = parseCommandLine(['-p', 'go', ...args], '1.2.3', fakeTerminal())
  return line && modelOptions(line.flags, cwd)
}

it('says what the model is and how much it thinks', () => {
  expect(optionsOf(['--model', 'opus', '--effort', 'high', '--max-thinking-tokens', '0'], '/')).toEqual({
    model: 'opus',
    effort: 'high',
    thinkingTokens: 0,
  })
})

it('reads prompts from files of the folder', async () => {
  await using project = await createProject({ 'role.md': 'You are short.', 'more.md': 'Be kind.' })
  const args = ['--system-prompt-file', 'role.md', '--append-system-prompt-file', project.path('more.md')]
  expect(optionsOf(args, project.dir)).toEqual({ systemPrompt: 'You are short.', appendSystemPrompt: 'Be kind.' })
})

it.each([
  [['--system-prompt-file', 'no.md'], /^--system-prompt-file no\.md cannot be read: ENOENT/],
  [
    ['--append-system-prompt', 'x', '--append-system-prompt-file', 'y'],
    /^--append-system-prompt and --append-system-prompt-file exclude each other$/,
  ],
])('refuses %j', (args, message) => {
  expect(() => optionsOf(args, '/')).toThrow(message)
})

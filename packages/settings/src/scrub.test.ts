import { expect, it } from 'vitest'
import { scrubbedEnv } from './scrub.js'

const named = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'x']))

it('keeps everything where nobody asks for less', () => {
  expect(scrubbedEnv({ MY_TOKEN: 'x' })).toEqual({ MY_TOKEN: 'x' })
})

it('takes credentials away by their names, and nothing that only sounds like one', () => {
  const asked = { CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1' }
  const secrets = named(
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_CUSTOM_HEADERS',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'MYTOKEN',
    'token',
    'my_password',
    'PGPASSWORD',
    'DATABASE_URL',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AUTH',
    'SSH_AUTH_SOCK',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'ACTIONS_ID_TOKEN_REQUEST_URL',
    'SLACK_WEBHOOK_URL',
    'PAT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'SENTRY_DSN',
  )
  const harmless = named(
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'PATH',
    'KEYBOARD',
    'TOKENIZER',
    'SECRETARY',
    'AWS_REGION',
    'AUTHOR',
  )
  expect(scrubbedEnv({ ...asked, ...secrets, ...harmless })).toEqual({ ...asked, ...harmless })
})

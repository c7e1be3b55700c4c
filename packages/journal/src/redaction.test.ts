import { describe, expect, it } from 'vitest'
import { encode } from './json.js'
import { createRedaction } from './redaction.js'

const redaction = createRedaction()
const fail = (message: string) => {
  throw new Error(message)
}
const hidden = (value: object) => encode(value, redaction)

// Put together here, so that no scanner takes this file for a leak.
const secrets = {
  anthropic: `sk-ant-${'api03-Ab1'.repeat(4)}`,
  openai: `sk-${'proj-a1B2'.repeat(4)}`,
  aws: `AK${'IAIOSFODNN7EXAMPLE'}`,
  github: `gh${'p_'}${'a1B2c3'.repeat(6)}`,
  fine: `github_${'pat_'}${'a1B2c3'.repeat(6)}`,
  gitlab: `gl${'pat-'}${'a1B2c3'.repeat(4)}`,
  slack: `xo${'xb-'}${'1234567890-abc'}`,
  google: `AI${'za'}${'a1B2c'.repeat(7)}`,
  npm: `np${'m_'}${'a1B2c3'.repeat(6)}`,
  jwt: `ey${'JhbGciOiJIUzI1'}.ey${'JzdWIiOiIxMjM'}.${'dozjgNryP4J3'}`,
}

describe('redaction', () => {
  it.each(Object.entries(secrets))('hides a key of kind %s wherever it stands in text', (_, secret) => {
    for (const text of [secret, `a\n${secret}\nb`, `\u001b[32m ${secret}\u001b[0m x`, `key="${secret}"`]) {
      const json = hidden({ type: 'x', deep: [{ text }] })
      expect(json).not.toContain(secret)
      expect(json).toContain('[redacted:')
    }
  })

  it('hides bearer tokens, basic credentials, passwords in addresses and secret variables, and keeps their heads', () => {
    expect(redaction.text('Authorization: Bearer abcdefghijklmnop1234')).toBe('Authorization: Bearer [redacted:bearer]')
    expect(redaction.text('authorization: Basic dXNlcjpwYXNz')).toBe('authorization: Basic [redacted:basic]')
    expect(redaction.text('postgres://me:hunter22@db/x')).toBe('postgres://me:[redacted:url-password]@db/x')
    expect(redaction.text('https://h/x?page=2&access_token=abc123xyz&b=c')).toBe(
      'https://h/x?page=2&access_token=[redacted:url-key]&b=c',
    )
    expect(hidden({ url: 'https://h/x?X-Amz-Signature=abc123xyz' })).toBe(
      '{"url":"https://h/x?X-Amz-Signature=[redacted:url-key]"}',
    )
    expect(redaction.text('DB_PASSWORD=hunter22 go')).toBe('DB_PASSWORD=[redacted:variable] go')
    expect(redaction.text('aws_secret_access_key = ' + 'aB3/'.repeat(10))).toBe(
      'aws_secret_access_key = [redacted:aws-secret]',
    )
  })

  it('hides private keys, cut-off ones too', () => {
    const head = '-----BEGIN RSA PRIVATE' + ' KEY-----'
    expect(hidden({ text: `a ${head}\nMIIE\n-----END RSA PRIVATE KEY----- b` })).toBe(
      '{"text":"a [redacted:private-key] b"}',
    )
    expect(hidden({ text: `${head}\nMIIEcut` })).toBe('{"text":"[redacted:private-key]"}')
  })

  it('hides what stands under a secret field, and no neighbour', () => {
    const value = { headers: { Authorization: ['x'], accept: 'json' }, password: { old: 'a', size: 3 } }
    expect(JSON.parse(hidden(value))).toEqual({
      headers: { Authorization: ['[redacted:field]'], accept: 'json' },
      password: { old: '[redacted:field]', size: 3 },
    })
  })

  it('hides configured secrets and fields, escapes and all', () => {
    const own = createRedaction({ secrets: ['pa"ss\\word', 'short'], fields: ['pin'] })
    expect(encode({ text: 'it is pa"ss\\word, short', pin: '1' }, own)).toBe(
      '{"text":"it is [redacted:secret], short","pin":"[redacted:field]"}',
    )
  })

  it('runs a pass of one’s own over every string', () => {
    const own = createRedaction({ text: (text) => text.replaceAll('Alice', 'A.') })
    expect(encode({ a: ['Alice', 1] }, own)).toBe('{"a":["A.",1]}')
  })

  it('leaves ordinary text alone', () => {
    const text = 'task-force disk-usage Basic understanding TOKEN=$TOKEN https://example.com:8080/a@b eyJ gho_ npm_x'
    expect(hidden({ text, tokens: 5 })).toBe(JSON.stringify({ text, tokens: 5 }))
  })

  it('takes linear time on hostile text', () => {
    const started = process.cpuUsage().user
    for (const part of ['a', 'eyJ-', '://a:', 'sk-', '-----BEGIN A PRIVATE KEY-----', 'Bearer ', 'TOKEN', 'AKIA']) {
      hidden({ text: part.repeat(Math.ceil(300_000 / part.length)) })
    }
    // Quadratic work on 300,000 characters takes minutes; this bound is far from both.
    expect(process.cpuUsage().user - started).toBeLessThan(8_000_000)
  })
})

describe('encode', () => {
  it('writes what JSON cannot hold as text, beside secrets too', () => {
    const loop: Record<string, unknown> = { n: 5n, none: undefined, list: [undefined], when: new Date(0) }
    loop['self'] = loop
    Object.defineProperty(loop, 'bad', { enumerable: true, get: () => fail('no') })
    expect(JSON.parse(hidden(loop))).toEqual({
      n: '5',
      list: [null],
      when: '1970-01-01T00:00:00.000Z',
      self: '[circular]',
      bad: '[unreadable: no]',
    })
  })

  it('keeps two members apart whose names held different secrets', () => {
    const other = secrets.anthropic + 'x'
    expect(Object.keys(JSON.parse(hidden({ [secrets.anthropic]: 1, [other]: 2 })))).toHaveLength(2)
  })

  it('survives a value deeper than the stack', () => {
    let deep: unknown = 1n
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(hidden({ deep })).toContain('[too deep]')
  })
})

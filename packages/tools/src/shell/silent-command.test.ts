import { describe, expect, it } from 'vitest'
import { isSilent } from './silent-command.js'

describe('a command that says nothing when all goes well', () => {
  it.each(['touch a', 'mkdir -p e && cd e && cd ..', 'rm -f a; cd .', 'touch x > o', 'touch x &', 'export A=1'])(
    '%s',
    (source) => expect(isSilent(source)).toBe(true),
  )

  it.each([
    'echo hi',
    'touch x && echo',
    'touch x | cat',
    'A=1 touch x',
    '(touch x)',
    '/bin/touch x',
    'true',
    '',
    'touch x; (((',
  ])('not: %s', (source) => expect(isSilent(source)).toBe(false))
})

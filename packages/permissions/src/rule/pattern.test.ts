import { describe, expect, it } from 'vitest'
import { matchesPattern, mayMatchPattern, parsePattern } from './pattern.js'
import { hole } from '../shell/shell-word.js'

const matches = (pattern: string, text: string): boolean => matchesPattern(parsePattern(pattern), text)

describe('command patterns', () => {
  it.each([
    ['npm run build', 'npm run build', true],
    ['npm run build', 'npm run build -x', false],
    ['npm run build', 'npm  run build', false],
    ['mk *', 'mk', true],
    ['mk *', 'mk a b', true],
    ['mk *', 'mkx', false],
    ['mk:*', 'mk', true],
    ['mk:*', 'mk a', true],
    ['mk:*', 'mkx', false],
    ['lsx*', 'lsx', true],
    ['lsx*', 'lsxyz -l', true],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git main', false],
    ['* --version', 'node --version', true],
    ['* --version', '--version', false],
    ['git:* push', 'git:x push', true],
    ['git:* push', 'git a push', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['*', 'anything at all', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a c b c', true],
    ['echo *\nrm *', 'echo a\nrm b', true],
  ])('%j against %j: %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it('takes no more than linear time for patterns of many stars', () => {
    expect(matches(`${'a*'.repeat(200)}b`, 'a'.repeat(200_000))).toBe(false)
  })

  it.each([
    ['rm *', `${hole} x`, true],
    ['rm *', `ls ${hole}`, false],
    ['git push *', `git ${hole}`, true],
    ['git push *', `git ${hole} x`, true],
    ['git push *', `git commit ${hole}`, false],
    ['rm', `r${hole}`, true],
    ['rm', `r${hole}x`, false],
    ['*rm*', `l${hole}s`, true],
    ['exact words', `exact ${hole}words`, true],
  ])('%j may match %j once its holes are filled: %j', (pattern, text, expected) => {
    expect(mayMatchPattern(parsePattern(pattern), text)).toBe(expected)
  })
})

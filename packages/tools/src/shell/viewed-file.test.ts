import { describe, expect, it } from 'vitest'
import { meaningOfExit } from './exit-meaning.js'
import { viewedFiles } from './viewed-file.js'

describe('viewedFiles', () => {
  it('finds all files that are shown one after the other', () => {
    expect(viewedFiles('cat a.txt; head -1 b.txt').map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  })

  it.each([
    ['cat a.txt', 'a.txt', true],
    ["cat 'my file'", 'my file', true],
    ['cat -n a.txt', 'a.txt', false],
    ['head -n 5 a.txt', 'a.txt', false],
    ['head -5 a.txt', 'a.txt', false],
    ['tail --lines=5 a.txt', 'a.txt', false],
    ['head a.txt -n 5', 'a.txt', false],
    ["sed -nE '3p' a.txt", 'a.txt', false],
    ["sed --quiet '3p' a.txt", 'a.txt', false],
    ["sed -n '1,5p' a.txt", 'a.txt', false],
    ['grep -A 2 x a.txt', 'a.txt', false],
    ['grep -niw --color=never x a.txt', 'a.txt', false],
    ['rg x a.txt', 'a.txt', false],
    ['echo "$HOME"; cat a.txt', 'a.txt', true],
    ['true && cat a.txt && printf x', 'a.txt', true],
    ['echo x\ncat a.txt', 'a.txt', true],
    ['X=$(ls) cat a.txt', 'a.txt', true],
    ['X=1 grep x a.txt', 'a.txt', false],
    ['( { cat a.txt; echo x; } )', 'a.txt', true],
  ])('finds the file of %j', (command, path, whole) => {
    expect(viewedFiles(command)).toEqual([{ path, whole }])
  })

  it.each([
    'cat a.txt b.txt',
    'cat a.txt | wc',
    'cat a.txt > b.txt',
    'cat a.txt; rm a.txt',
    'cat a.txt &',
    'cat $FILE',
    'cat *.txt',
    'cat "$(rm x)"',
    'X=1; cat a.txt',
    'cat a.txt || true',
    'cat a.txt; cat *.txt',
    'echo x; grep x a.txt',
    'echo x > b.txt; cat a.txt',
    '(echo x); cat a.txt',
    'cd b && cat a.txt',
    'if true; then cat a.txt; fi',
    'cat',
    'cat -',
    'sed s/a/b/ a.txt',
    "sed -n '/x/p' a.txt",
    "sed -n 's/a/b/p' a.txt",
    'cat -A a.txt',
    'cat -- a.txt',
    'head -c 20 a.txt',
    'tail -n +2 a.txt',
    'head -n -1 a.txt',
    'nl -ba a.txt',
    'grep -e x a.txt',
    'grep -c x a.txt',
    'grep -l x a.txt',
    'grep -v x a.txt',
    'grep -r x a.txt',
    'rg --count x a.txt',
    "sed -n -i '1d' a.txt",
    "sed -n -e 'w out' a.txt",
    'grep x',
    'ls a.txt',
    'constructor a.txt',
    "cat 'open",
  ])('sees no viewer in %j', (command) => {
    expect(viewedFiles(command)).toEqual([])
  })
})

describe('meaningOfExit', () => {
  it.each([
    ['grep x f', 'No matches found'],
    ['true; rg x', 'No matches found'],
    ['cat f | grep x', 'No matches found'],
    ['cd a && test -f x', 'Condition is false'],
    ['[ -f x ]', 'Condition is false'],
    ['diff a b', 'Files differ'],
    ['git diff --no-index a b > out', 'Files differ'],
    ['find . -name x', 'Some directories were inaccessible'],
  ])('knows what code 1 of %j says', (command, meaning) => {
    expect(meaningOfExit(command, 1)).toBe(meaning)
  })

  it.each(['grep x f; false', 'grep x f || exit 1', 'git push', '(grep x f)', '', 'toString'])(
    'takes code 1 of %j for a failure',
    (command) => {
      expect(meaningOfExit(command, 1)).toBeUndefined()
    },
  )

  it('speaks of code 1 only', () => {
    expect([0, 2, null].map((code) => meaningOfExit('grep x f', code))).toEqual([undefined, undefined, undefined])
  })
})

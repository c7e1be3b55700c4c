import { describe, expect, it } from 'vitest'
import { strayGit } from './stray-git.js'

const stray = (command: string): string | undefined => strayGit(command, '/repo/tree', '/repo/tree')

describe('git stays in its folder', () => {
  it.each([
    'git status --short',
    'git -c core.pager=cat log',
    'git -C . status',
    'git -C /repo/tree/sub status',
    'cd sub && git add -A',
    'cd /repo && ls',
    'grep -rn git . -C 3',
    'ls; echo done',
    'git --git-dir=/repo/tree/.git log',
  ])('with %s', (command) => {
    expect(stray(command)).toBeUndefined()
  })

  it.each([
    ['git -C /repo status', '-C moves git to another place'],
    ['git -C .. status', '-C moves git to another place'],
    ['git -c a=b -C /repo status', '-C moves git to another place'],
    ['git --git-dir=/repo/.git log', '--git-dir moves git to another place'],
    ['git --work-tree /repo status', '--work-tree moves git to another place'],
    ['X=/repo; git -C $X status', '-C moves git to another place'],
    ['git -C "$UNKNOWN" status', '-C moves git to another place'],
    ['GIT_DIR=/repo/.git git log', 'the command sets GIT_DIR'],
    ['export GIT_DIR=/repo/.git; git log', 'the command sets GIT_DIR'],
    ['env GIT_WORK_TREE=/repo git log', 'the command sets GIT_WORK_TREE'],
    ['cd /repo && git commit -am x', 'the command changes the folder before it calls git'],
    ['(cd .. && git log)', 'the command changes the folder before it calls git'],
    ['cd "$(pwd)/.."; git log', 'the command changes the folder before it calls git'],
    ["sh -c 'git -C /repo status'", 'the command hands git to another program'],
    ["bash -c 'cd /repo && git log'", 'the command hands git to another program'],
    ['xargs git -C /repo add', '-C moves git to another place'],
    ["git log 'unfinished", 'the command names git and cannot be taken apart'],
  ])('and not with %s', (command, why) => {
    expect(stray(command)).toBe(why)
  })
})

import { expect, it } from 'vitest'
import { lockfileFaults } from './lockfile.mjs'

const lockfile = `lockfileVersion: '9.0'

importers:

  packages/a:
    dependencies:
      '@x/y':
        specifier: workspace:*
        version: link:../y
    devDependencies:
      z:
        specifier: '>=1.0.0'
        version: 1.2.3(@types/node@20.0.0)

packages:

  z@1.2.3:
    resolution: {}
`
const faultsOf = (manifest) => lockfileFaults([{ folder: 'packages/a', manifest }], lockfile)

it('finds nothing where manifest and lockfile agree', () => {
  expect(faultsOf({ dependencies: { '@x/y': 'workspace:*' }, devDependencies: { z: '>=1.0.0' } })).toEqual([])
})

it('names what was added, changed and taken away', () => {
  expect(faultsOf({ dependencies: { '@x/y': '^1.0.0', more: '^2.0.0' } })).toEqual([
    'packages/a/package.json: wants @x/y ^1.0.0, pnpm-lock.yaml has workspace:*',
    'packages/a/package.json: wants more ^2.0.0, pnpm-lock.yaml has none',
    'packages/a/package.json: wants z not at all, pnpm-lock.yaml has >=1.0.0',
  ])
})

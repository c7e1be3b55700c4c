import type { Permissions } from '@raider/contracts'

/** The same permissions, with members of one's own in place of some. */
export const withOwn = (permissions: Permissions, own: Partial<Permissions>): Permissions => ({
  // Spelled out: what a class defines does not come with a spread.
  permit: (query) => permissions.permit(query),
  mode: () => permissions.mode(),
  setMode: (mode) => permissions.setMode(mode),
  apply: (update) => permissions.apply(update),
  directories: () => permissions.directories(),
  lend: (rules) => permissions.lend(rules),
  isOffered: (tool) => permissions.isOffered(tool),
  isFound: (tool) => permissions.isFound(tool),
  fork: (mode, notes) => permissions.fork(mode, notes),
  ...own,
})

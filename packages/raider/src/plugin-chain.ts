import type { Plugin } from '@raider/contracts'
import { claudeHooks } from '@raider/claude-hooks'
import { events } from '@raider/events'
import { nestedMemory } from '@raider/nested-memory'
import type { RaiderOptions } from './option.js'
import type { Surroundings } from './surroundings.js'
import type { UserSetup } from './setup/user-setup.js'

/** The plugin chain of every session. Where the host names none, the last literal is the order, forwards before and after a call. */
export function createPlugins(
  options: RaiderOptions,
  { managedDir, sources, addedDirs, places }: Surroundings,
  { autoMemoryDir }: UserSetup,
): readonly Plugin[] {
  const { plugins, agentsFile } = options
  if (plugins !== undefined && typeof plugins !== 'function') return plugins
  const memory = nestedMemory({
    managedDir,
    sources,
    additionalDirectories: addedDirs,
    ...(agentsFile !== undefined && { agentsFile }),
    ...(autoMemoryDir !== undefined && { autoMemoryDir }),
  })
  const hooks = claudeHooks({ failClosed: options.failClosed ?? false, ...(options.hooks && { hooks: options.hooks }) })
  const bus = events({ journal: { dir: places.journalDir, required: options.strict ?? false } })
  const files = options.safeMode === true ? [] : [memory]
  return plugins === undefined ? [...files, hooks, bus] : plugins({ memory, hooks, events: bus })
}

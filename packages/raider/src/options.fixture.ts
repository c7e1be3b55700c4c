import type { Project } from '@raider/testing'
import type { RaiderOptions } from './option.js'

/** A Raider that works in a project and knows nothing of the settings of the machine. */
export const optionsIn = (project: Project) =>
  ({
    cwd: project.dir,
    homeDir: project.home,
    env: { PATH: process.env['PATH'], HOME: project.home },
    settings: { managedDir: project.path('no-managed-settings') },
    journalDir: project.path('..', 'journals'),
  }) satisfies RaiderOptions

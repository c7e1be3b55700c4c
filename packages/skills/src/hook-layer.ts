import type { SettingsLayer } from '@raider/contracts'
import type { Skill } from './skill.js'

/** The hooks of a skill as a layer beside those of the settings, in force from its invocation on; undefined where it has none. */
export const skillHookLayer = (skill: Skill, projectDir: string): SettingsLayer | undefined =>
  skill.hooks === undefined
    ? undefined
    : {
        name: 'skill',
        file: skill.file,
        anchor: projectDir,
        value: { hooks: skill.hooks },
        line: () => undefined,
        trusted: true,
        env: skill.bundle?.env ?? { CLAUDE_PLUGIN_ROOT: skill.dir },
      }

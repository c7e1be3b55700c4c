import { surveyBundles } from '@raider/bundles'
import { isObject, type Finding, type JsonObject } from '@raider/contracts'
import { bundleOptions } from '../setup/session-bundles.js'
import { trustRemedy, type Look } from './look.js'

/** Every plugin folder: named, enabled, or among the skills. */
export const pluginFindings = async ({ options, around, written, setup }: Look): Promise<readonly Finding[]> => {
  const { projectDir, places, profile } = around
  const { configDir } = places
  const found = await surveyBundles(
    setup.bundles,
    bundleOptions(options, { projectDir, configDir, settings: setup.read, profile }),
  )
  const counting = enabledIn(setup.read.merged)
  const withheld = enabledIn(written.merged).filter((id) => !counting.includes(id))
  return [...found, ...withheld.map(untrusted)]
}

const enabledIn = ({ enabledPlugins }: JsonObject): readonly string[] =>
  isObject(enabledPlugins) ? Object.keys(enabledPlugins).filter((id) => enabledPlugins[id] !== false) : []

const untrusted = (id: string): Finding => ({
  name: id,
  fate: 'refused',
  why: 'the project that enables it needs trust',
  remedy: trustRemedy,
})

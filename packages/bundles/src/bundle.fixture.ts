import { profiles, settingsSources, type JsonObject, type ProfileName } from '@raider/contracts'
import { createProject, type Files, type Project } from '@raider/testing'
import { loadBundles, type Bundles } from './bundles.js'

export interface LoadOptions {
  readonly home?: Files
  readonly profile?: ProfileName
  readonly settings?: JsonObject
  readonly sources?: readonly string[]
  readonly trusted?: boolean
  /** Does a hooks object have a broken guard? */
  readonly guardBroken?: (hooks: unknown) => boolean
}

/** Loads bundles of a project on disk; paths of the project become `$P`, those of the home folder `$H`. */
export async function load(
  files: Files,
  dirs: readonly string[],
  options: LoadOptions = {},
): Promise<Bundles & { readonly project: Project }> {
  await using project = await createProject(files, { ...(options.home && { home: options.home }) })
  const { list, errors } = await loadBundles({
    dirs,
    projectDir: project.dir,
    configDir: project.configDir,
    profile: profiles[options.profile ?? 'raider'],
    settings: fill(options.settings ?? {}, project),
    sources: options.sources ?? settingsSources,
    trusted: options.trusted ?? true,
    checkHooks: (hooks) => ({ guardBroken: options.guardBroken?.(hooks) ?? false }),
  })
  return { list: hide(list, project), errors: hide(errors, project), project }
}

const fill = <T>(value: T, { dir }: Project): T => JSON.parse(JSON.stringify(value).replaceAll('$P', dir)) as T

/** A copy with the temporary folders named by letters; functions are left out. */
const hide = <T>(value: T, { dir, home }: Project): T =>
  JSON.parse(JSON.stringify(value).replaceAll(dir, '$P').replaceAll(home, '$H')) as T

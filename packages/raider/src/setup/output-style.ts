import { basename, join } from 'node:path'
import type { Bundle } from '@raider/bundles'
import type { SettingsNotice } from '@raider/contracts'
import { entriesOf, readText } from '@raider/disk'
import { readMarkdown, textOf } from '@raider/frontmatter'

/** How the model shall speak: an item of the system prompt. */
export interface OutputStyle {
  readonly name: string
  /** Absent for `default`. */
  readonly text?: string
  /** The name that the settings give, where there is no such style. */
  readonly missing?: string
}

/** A file that is a style, or why it is none. */
interface StyleFile {
  readonly name: string
  readonly file: string
  readonly text?: string
  readonly problem?: string
}

/** Styles that are always there, in words of our own. */
const builtins: readonly Required<Omit<OutputStyle, 'missing'>>[] = [
  {
    name: 'Explanatory',
    text: 'While you work, explain in a few sentences before and after each change why it is done this way here: the pattern behind it, what speaks against the obvious alternative. Keep to this code base; leave general lessons out.',
  },
  {
    name: 'Learning',
    text: 'The person wants to learn by doing. Where a decision of a few lines shapes the result, prepare the place with a TODO(human) mark, say what is to be weighed, and ask for those lines instead of writing them; then go on with what they wrote. Explain briefly what is worth knowing.',
  },
]

/** Where styles lie. */
interface StylePlaces {
  readonly projectDir: string
  readonly configDir: string
  readonly managedDir: string
  readonly sources: readonly string[]
  readonly bundles: readonly Bundle[]
}

/** The style of the setting `outputStyle`, or the default one. */
export async function outputStyleOf(wanted: unknown, places: StylePlaces): Promise<OutputStyle> {
  const fallback = { name: 'default' }
  if (typeof wanted !== 'string' || wanted === '' || wanted === 'default') return fallback
  const files = (await styleFiles(places)).flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]))
  return [...files, ...builtins].find(({ name }) => name === wanted) ?? { ...fallback, missing: wanted }
}

/** Every file of a style, the ones that win a name first. */
export async function styleFiles(places: StylePlaces): Promise<readonly StyleFile[]> {
  const own = await stylesIn(ownFolders(places))
  const bundled = await Promise.all(
    places.bundles.map(async ({ name, stylePaths }) =>
      (await stylesIn(stylePaths)).map((style) => ({ ...style, name: `${name}:${style.name}` })),
    ),
  )
  return [...own, ...bundled.flat()]
}

/** What is to be said of a style that is not there. */
export const styleNotices = ({ missing }: OutputStyle): readonly SettingsNotice[] =>
  missing === undefined
    ? []
    : [
        {
          level: 'warning',
          file: '',
          key: 'outputStyle',
          text: `outputStyle: there is no output style "${missing}"; the default one is used.`,
        },
      ]

/** Nearest to the work first; managed ones before all. */
const ownFolders = ({ projectDir, configDir, managedDir, sources }: StylePlaces): readonly string[] => [
  join(managedDir, '.claude', 'output-styles'),
  ...(sources.includes('project') ? [join(projectDir, '.claude', 'output-styles')] : []),
  ...(sources.includes('user') ? [join(configDir, 'output-styles')] : []),
]

async function stylesIn(paths: readonly string[]): Promise<readonly StyleFile[]> {
  const files = await Promise.all(paths.map(filesAt))
  return Promise.all(files.flat().map(styleIn))
}

async function styleIn(file: string): Promise<StyleFile> {
  const name = basename(file, '.md')
  const found = await readText(file)
  if (found.is !== 'text') return { name, file, problem: found.is === 'missing' ? 'it leads nowhere' : found.problem }
  const { fields = {}, body } = await readMarkdown(found.text)
  return { name: textOf(fields['name']) ?? name, file, text: body.trim() }
}

/** The Markdown files of a folder, or the file itself. */
async function filesAt(path: string): Promise<readonly string[]> {
  if (path.endsWith('.md')) return [path]
  return (await entriesOf(path)).filter(({ name }) => name.endsWith('.md')).map(({ name }) => join(path, name))
}

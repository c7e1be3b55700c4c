import { globsOf, parseFrontmatter, splitFrontmatter } from '@raider/frontmatter'
import { readMarkdown, type Markdown } from './markdown.js'

/** A memory file taken apart. */
export interface MemoryDocument extends Markdown {
  /** Its `paths`; undefined where it holds for every file. */
  readonly globs?: readonly string[]
  /** True where its frontmatter is no YAML: what `paths` it should have is unknown. */
  readonly malformed: boolean
}

/** Takes the text of a memory file apart. */
export async function parseMemory(raw: string): Promise<MemoryDocument> {
  const { yaml, body } = splitFrontmatter(raw.replace(/^\uFEFF/, ''))
  const frontmatter = yaml === undefined || yaml.trim() === '' ? null : await parseFrontmatter(yaml)
  const globs = globsOf(frontmatter)
  return { ...(await readMarkdown(body)), ...(globs && { globs }), malformed: frontmatter === undefined }
}

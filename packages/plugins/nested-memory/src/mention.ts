import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

const mention = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"'`]+))/g

/**
 * Paths that a prompt names as `@path` or `@"path with spaces"`, without the punctuation of the sentence around them; absolute.
 * Folders are left out, and names of nothing unless `evenMissing`.
 */
export async function mentionedFiles(
  prompt: string,
  cwd: string,
  homeDir: string,
  evenMissing: boolean,
): Promise<readonly string[]> {
  if (!prompt.includes('@')) return []
  const paths = new Set<string>()
  for (const [, quoted, plain = ''] of prompt.matchAll(mention)) {
    const path = quoted ?? plain.replace(/[.,;:!?)\]}]+$/, '').replace(/#.*$/, '')
    paths.add(path.startsWith('~/') ? resolve(homeDir, path.slice(2)) : resolve(cwd, path))
  }
  const found: string[] = []
  for (const path of paths) if (await isWanted(path, evenMissing)) found.push(path)
  return found
}

const isWanted = (path: string, evenMissing: boolean): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => evenMissing,
  )

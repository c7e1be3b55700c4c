import { resolve } from 'node:path'
import { isFile } from './disk.js'

/** Files that a prompt names as `@path` or `@"path with spaces"`; absolute. Names of nothing, and of folders, are left out. */
export async function mentionedFiles(prompt: string, cwd: string, homeDir: string): Promise<readonly string[]> {
  if (!prompt.includes('@')) return []
  const paths = new Set<string>()
  for (const [, quoted, plain = ''] of prompt.matchAll(/(?:^|\s)@(?:"([^"]+)"|(\S+))/g)) {
    const path = quoted ?? plain.replace(/#.*$/, '')
    paths.add(path.startsWith('~/') ? resolve(homeDir, path.slice(2)) : resolve(cwd, path))
  }
  const found: string[] = []
  for (const path of paths) if (await isFile(path)) found.push(path)
  return found
}

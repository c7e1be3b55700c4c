import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { JsonObject } from '@raider/contracts'

/** Files by relative path. Objects and arrays are written as JSON; text that begins with `#!` becomes executable. */
export type Files = Readonly<Record<string, string | Uint8Array | JsonObject | readonly unknown[]>>

/** What a project has beside its own files. */
export interface ProjectOptions {
  /** Files in the home folder, such as `.claude/settings.json`. */
  readonly home?: Files
}

/** A project and a home folder in a temporary folder of their own. */
export interface Project {
  /** The project folder; absolute, links resolved. */
  readonly dir: string
  /** The home folder; a sibling of the project, so neither lies inside the other. */
  readonly home: string
  /** `.claude` in the home folder. */
  readonly configDir: string
  /** Absolute path of a file in the project. */
  path(...parts: readonly string[]): string
  /** Writes further files into the project. */
  write(files: Files): Promise<void>
  /** Text of a file in the project; rejects where it is missing. */
  read(path: string): Promise<string>
  /** Removes both folders; may be called twice. */
  dispose(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Lays out a project. Use it as `await using project = await createProject({ 'a.txt': 'hi' })`, or call `dispose()`.
 */
export async function createProject(files: Files = {}, options: ProjectOptions = {}): Promise<Project> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'raider-test-')))
  const dir = join(root, 'project')
  const home = join(root, 'home')
  const configDir = join(home, '.claude')
  const dispose = () => rm(root, { recursive: true, force: true, maxRetries: 3 })
  try {
    await mkdir(dir)
    await mkdir(configDir, { recursive: true })
    await layOut(dir, files)
    await layOut(home, options.home ?? {})
  } catch (thrown) {
    await dispose()
    throw thrown
  }
  return {
    dir,
    home,
    configDir,
    path: (...parts) => join(dir, ...parts),
    write: (more) => layOut(dir, more),
    read: (path) => readFile(join(dir, path), 'utf8'),
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

async function layOut(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = resolve(root, path)
    if (relative(root, file).startsWith('..')) throw new Error(`${path} lies outside ${root}`)
    await mkdir(dirname(file), { recursive: true })
    const isText = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(file, isText ? content : `${JSON.stringify(content, null, 2)}\n`)
    if (typeof content === 'string' && content.startsWith('#!')) await chmod(file, 0o755)
  }
}

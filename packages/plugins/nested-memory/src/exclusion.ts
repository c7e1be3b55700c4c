import type { Settings } from '@raider/contracts'

const nothing = (): boolean => false

/** Why a file is left out that passes the test. */
export const excludedWhy = 'claudeMdExcludes names it'

/** The test for `claudeMdExcludes`: globs or absolute paths, held against absolute paths. */
export async function createExclusion({ merged }: Settings): Promise<(path: string) => boolean> {
  const value = merged['claudeMdExcludes']
  const patterns = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
  if (patterns.length === 0) return nothing
  const { default: picomatch } = await import('picomatch')
  return picomatch(patterns, { dot: true })
}

import { isAbsolute, relative, sep } from 'node:path'

/** True for a folder itself and for everything below it, by the paths alone. Both absolute. */
export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

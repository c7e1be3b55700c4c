import { readFileSync } from 'node:fs'

/** Version of this package. Its manifest lies one folder up, from the sources, the compiled files and the bundle alike. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

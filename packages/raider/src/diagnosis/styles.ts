import { join } from 'node:path'
import type { Finding } from '@raider/contracts'
import { exists } from '@raider/disk'
import { styleFiles } from '../setup/output-style.js'
import type { Look } from './look.js'

/** Every output style, and what else lies beside the settings that is not read. */
export async function styleFindings(look: Look): Promise<readonly Finding[]> {
  const { around, setup } = look
  const { projectDir, places, managedDir, sources } = around
  const files = await styleFiles({
    projectDir,
    configDir: places.configDir,
    managedDir,
    sources,
    bundles: setup.bundles.list,
  })
  const seen = new Set<string>()
  const styles = files.map(({ name, file, problem }): Finding => {
    if (problem !== undefined) return { name, fate: 'error', why: problem, file }
    if (seen.has(name)) return { name, fate: 'ignored', why: 'another style of this name counts', file }
    seen.add(name)
    return { name, fate: 'honoured', why: name === setup.style.name ? 'it is in use' : 'outputStyle may name it', file }
  })
  return [...styles, ...(await unread(look))]
}

/** What Claude Code keeps beside its settings and Raider has no use for. */
const others: readonly (readonly [name: string, why: string])[] = [
  ['keybindings.json', 'it is about the screen or editor of Claude Code'],
  ['themes', 'they are about the screen or editor of Claude Code'],
  ['workflows', 'Raider does not have workflows'],
  ['scheduled_tasks.json', 'Raider starts nothing by the clock'],
]

async function unread({ around: { projectDir, places } }: Look): Promise<readonly Finding[]> {
  const folders = new Set([places.configDir, join(projectDir, '.claude')])
  const found = await Promise.all(
    [...folders].flatMap((dir) =>
      others.map(async ([name, why]): Promise<readonly Finding[]> => {
        const file = join(dir, name)
        return (await exists(file)) ? [{ name, fate: 'ignored', why, file }] : []
      }),
    ),
  )
  return found.flat()
}

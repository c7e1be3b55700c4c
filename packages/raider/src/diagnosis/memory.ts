import type { Finding } from '@raider/contracts'
import { surveyMemory, type SurveyedFile } from '@raider/nested-memory'
import type { Look } from './look.js'

/** Every memory file, and when it comes. */
export async function memoryFindings({ options, around, setup }: Look): Promise<readonly Finding[]> {
  const { projectDir, places, profile, managedDir, sources, addedDirs } = around
  const { settings, env, autoMemoryDir } = setup
  const files = await surveyMemory(
    { projectDir, configDir: places.configDir, profile, settings, env },
    {
      managedDir,
      sources,
      additionalDirectories: addedDirs,
      ...(options.agentsFile !== undefined && { agentsFile: options.agentsFile }),
      ...(autoMemoryDir !== undefined && { autoMemoryDir }),
    },
  )
  return files.map(findingOf)
}

const findingOf = ({ file, comes, why = '', cause }: SurveyedFile): Finding => {
  if (comes === 'start') return { name: 'file', fate: 'honoured', why: 'it comes with the first prompt', file }
  const told = why.replace(/^The memory file .* was left out: /, '').replace(/\.$/, '')
  if (comes !== 'never') return { name: 'file', fate: 'honoured', why: told, file }
  return { name: 'file', fate: cause === undefined ? 'ignored' : fates[cause], why: told, file }
}

const fates = { broken: 'error', 'kept out': 'refused' } as const

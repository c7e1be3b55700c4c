import { resolve } from 'node:path'
import type { Finding } from '@raider/contracts'
import { exists } from '@raider/disk'
import { settingsDirectories, settingsEffort, surveySettings, surveyUnread } from '@raider/settings'
import { mainAgentName } from '../setup/user-setup.js'
import type { Look } from './look.js'

/** Every settings file, every key in it, and values that name what is not there. */
export async function settingsFindings(look: Look): Promise<readonly Finding[]> {
  const { around, written, setup } = look
  const { projectDir: cwd, homeDir, places, managedDir, sources } = around
  const keys = surveySettings({ written, inForce: setup.read })
  return [
    ...keys.map((finding) =>
      finding.fate === 'honoured' ? { ...finding, ...valueProblem(finding.name, look) } : finding,
    ),
    ...(await surveyUnread({ cwd, homeDir, configDir: places.configDir, managedDir, sources })),
    ...(await missingFolders(look)),
  ]
}

/** Why the value of a key that counts does not do what it says: it names what is not there, or something outranks it. */
function valueProblem(key: string, { options, setup }: Look): Pick<Finding, 'fate' | 'why'> | undefined {
  const { style, agents, env, settings } = setup
  const agent = mainAgentName(options, setup)
  switch (key) {
    case 'outputStyle':
      return missing(style.missing, (name) => `there is no output style ${name}; the default one is used`)
    case 'agent':
      return missing(
        agent !== undefined && !agents.has(agent) ? agent : undefined,
        (name) => `there is no agent ${name}, and no session starts without it`,
      )
    case 'effortLevel':
      return settingsEffort(settings) === undefined
        ? { fate: 'error', why: 'there is no such level for settings' }
        : undefined
    case 'model':
      return outranked(modelAbove(options, agents.get(agent ?? '')?.model, env))
    case 'apiKeyHelper':
      return outranked(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].find((name) => isSet(env[name])))
    default:
      return undefined
  }
}

const missing = (name: string | undefined, say: (name: string) => string) =>
  name === undefined ? undefined : ({ fate: 'error', why: say(name) } as const)

const outranked = (by: string | undefined) =>
  by === undefined ? undefined : ({ fate: 'ignored', why: `${by} is there, and ranks higher` } as const)

/** What is asked for the model before the settings are. */
const modelAbove = (
  { model }: Look['options'],
  ofAgent: string | undefined,
  env: Readonly<Record<string, string>>,
): string | undefined => {
  if (model !== undefined) return '--model'
  if (ofAgent !== undefined && ofAgent !== 'inherit') return 'the model of the main agent'
  return env['ANTHROPIC_MODEL'] === undefined ? undefined : 'ANTHROPIC_MODEL'
}

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

/** Folders that the settings open and that are not there. */
async function missingFolders({ around: { projectDir: cwd, homeDir }, setup }: Look): Promise<readonly Finding[]> {
  const found = await Promise.all(
    settingsDirectories(setup.settings, { cwd, homeDir }).map(async (dir): Promise<readonly Finding[]> => {
      const file = resolve(cwd, dir)
      return (await exists(file))
        ? []
        : [{ name: 'permissions.additionalDirectories', fate: 'ignored', why: 'there is no such folder', file }]
    }),
  )
  return found.flat()
}

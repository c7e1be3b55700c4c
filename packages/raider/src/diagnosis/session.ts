import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, type Finding, type RaiderError } from '@raider/contracts'
import { exists } from '@raider/disk'
import type { TrustReason } from '@raider/settings'
import type { SessionTools } from '../session/session-tools.js'
import { isDistrusted, trustRemedy, type Look } from './look.js'

/** Whether a session would start, and what it would start with. */
export async function sessionFindings(look: Look): Promise<readonly Finding[]> {
  const { around } = look
  const { tools, refusals } = look.start
  return [
    ...(refusals.length === 0 ? [ready] : refusals.map(refusal)),
    profileFinding(look),
    trustFinding(look),
    ...(tools === undefined ? [] : [modelFinding(tools), await keyFinding(tools, look)]),
    await folderFinding('journals', around.places.journalDir),
    await folderFinding('transcripts', around.places.transcriptsDir),
  ]
}

const ready: Finding = { name: 'start', fate: 'honoured', why: 'a session would start' }

const refusal = ({ code, message }: RaiderError): Finding => ({
  name: 'start',
  fate: 'error',
  why:
    code === 'untrusted-project'
      ? `a run without a person does not start: ${message}`
      : `no session starts: ${message}`,
})

const profileFinding = ({ around }: Look): Finding => ({
  name: 'profile',
  fate: 'honoured',
  why:
    around.profile.name === 'claude'
      ? 'claude: as the reference program does it, quirks included'
      : 'raider: the documented contract, and the safe reading where Claude Code differs from it',
})

const reasons: Readonly<Record<TrustReason, string>> = {
  granted: 'you trusted this project as it is now',
  'granted-in-claude-code': 'you trusted this folder in Claude Code',
  'given-by-option': 'trusted for this run',
  'nothing-to-trust': 'nothing in this project needs trust',
  'never-granted': 'you never trusted this project',
  'changed-since': 'this project has changed since you trusted it',
  'refused-by-option': 'not trusted for this run',
}

function trustFinding(look: Look): Finding {
  const { trusted, why } = look.setup.settings.trust
  if (look.trustProblem !== undefined) return { name: 'trust', fate: 'error', why: look.trustProblem }
  if (trusted) return { name: 'trust', fate: 'honoured', why: reasons[why] }
  const held = isDistrusted(look)
    ? 'its hooks, allow rules, variables and servers do not count'
    : 'its allow rules do not count'
  return {
    name: 'trust',
    fate: 'refused',
    why: `${reasons[why]}: ${held}`,
    remedy: trustRemedy,
  }
}

const modelFinding = ({ engine, model }: SessionTools): Finding => ({
  name: 'model',
  fate: 'honoured',
  why: engine.resolve(model ?? engine.model),
})

/** Where the key comes from; its value is nobody's business. */
async function keyFinding({ engine }: SessionTools, { options, setup }: Look): Promise<Finding> {
  try {
    await engine.check?.(AbortSignal.timeout(10_000))
  } catch (thrown) {
    return { name: 'key', fate: 'error', why: messageOf(thrown) }
  }
  if (options.engine !== undefined)
    return { name: 'key', fate: 'honoured', why: `the engine ${engine.name} has what it needs` }
  const { env, settings } = setup
  const sources = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].filter((name) => (env[name] ?? '').trim() !== '')
  const from = sources.length > 0 ? sources.join(' and ') : 'apiKeyHelper'
  const helper = sources.length > 0 && settings.merged.apiKeyHelper !== undefined ? '; apiKeyHelper is not asked' : ''
  return { name: 'key', fate: 'honoured', why: `from ${from}${helper}` }
}

/** A folder that is not there yet is made where its parent may be written. */
async function folderFinding(name: string, dir: string): Promise<Finding> {
  let there = dir
  while (!(await exists(there)) && dirname(there) !== there) there = dirname(there)
  const problem = await access(there, constants.W_OK | constants.X_OK).then(() => undefined, messageOf)
  return problem === undefined
    ? { name, fate: 'honoured', why: 'can be written', file: dir }
    : { name, fate: 'error', why: problem, remedy: 'Without it nothing is kept of a session.', file: dir }
}

import { resolve } from 'node:path'
import { openProjectTrust, type ProjectTrust } from 'raider'
import { createCommand, parse } from './command.js'
import { existingFolder } from './flag/folder.js'
import { count } from './page/measure.js'
import { UsageError } from './usage-error.js'
import type { Terminal } from './terminal.js'

interface TrustFlags {
  readonly list?: true
  readonly revoke?: true
}

/** `raider trust [dir]`: trusts the hooks and allow rules of a project as they are now. */
export async function trustCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand(
    'raider trust',
    'Trust the hooks and allow rules of a project as they are now.',
    terminal,
  )
    .argument('[dir]', 'Folder of the project; default the current one.')
    .option('--list', 'Show the projects that are trusted.')
    .option('--revoke', 'Take the trust back.')
  if (!parse(command, args)) return 0
  const flags = command.opts<TrustFlags>()
  if (flags.list && flags.revoke) throw new UsageError('--list and --revoke exclude each other')
  const dir = command.args[0] ?? '.'
  const grants = !flags.list && !flags.revoke
  // Trust in a folder that is gone can still be taken back.
  const cwd = grants ? existingFolder(dir, terminal, dir) : resolve(terminal.cwd, dir)
  const trust = await openProjectTrust({ cwd, env: terminal.env })
  const lines = flags.list ? await listed(trust) : [await (flags.revoke ? revoked(trust) : granted(trust))]
  for (const line of lines) terminal.stdout.write(`${line}\n`)
  return 0
}

async function listed(trust: ProjectTrust): Promise<readonly string[]> {
  const grants = await trust.list()
  if (grants.length === 0) return ['no project is trusted; raider trust DIR trusts one']
  return grants.map(({ projectDir, grantedAt }) => `${projectDir}  since ${grantedAt}`)
}

const revoked = async (trust: ProjectTrust): Promise<string> =>
  (await trust.revoke()) ? `${trust.projectDir} is no longer trusted` : `${trust.projectDir} was not trusted`

async function granted(trust: ProjectTrust): Promise<string> {
  const { projectDir, answer } = trust
  if (answer.why === 'nothing-to-trust')
    return `${projectDir} has no hooks and no allow rules: there is nothing to trust`
  await trust.grant()
  const guards = answer.guards.length === 0 ? '' : ` (with ${count(answer.guards.length, 'guard')})`
  return `${projectDir} is trusted as it is now: its hooks${guards} and allow rules count until they change`
}

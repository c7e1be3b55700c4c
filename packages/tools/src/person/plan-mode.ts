import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  permissionModes,
  text,
  ToolFailure,
  type CallScope,
  type JsonObject,
  type PermissionMode,
  type Tool,
} from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import type { BuiltinOptions } from '../options.js'
import { closedObject, openObject, stringField } from '../schema.js'

interface PlanOutput {
  /** Null where the model wrote none. */
  readonly plan: string | null
  readonly isAgent: boolean
  /** File that keeps the plan. */
  readonly filePath?: string
}

/** Slot of the session's state that keeps the mode from before. */
const slot = 'plan'

/** The EnterPlanMode tool: nothing is changed from now on until the user has approved a plan. */
export const createEnterPlanMode = (options: BuiltinOptions): Tool => ({
  name: 'EnterPlanMode',
  origin: 'built-in',
  description:
    'Enters plan mode, in which you look around and change nothing. Use it before work that could go several ways; ' +
    'then present the plan with ExitPlanMode.',
  inputSchema: closedObject([], {}),
  outputSchema: openObject(['message'], { message: { type: 'string' } }),
  parallel: () => false,
  run: (_, scope) => enter(options, scope),
  render: (structured) => [text((structured as { readonly message: string }).message)],
})

const enter = async (options: BuiltinOptions, scope: CallScope): Promise<JsonObject> => {
  const before = scope.mode()
  if (before !== 'plan') {
    scope.state.slots.set(slot, { before })
    await changeMode('plan', 'EnterPlanMode', options, scope)
  }
  return {
    message:
      'Plan mode is on: look around, ask what is open, and change nothing. Then give the whole plan to ExitPlanMode and wait for the answer.',
  }
}

/** The ExitPlanMode tool: the permission question is how the user approves the plan. */
export const createExitPlanMode = (options: BuiltinOptions): Tool => ({
  name: 'ExitPlanMode',
  origin: 'built-in',
  description:
    'Presents your plan to the user, in plan mode only. Once they approve it, plan mode ends and the work begins.',
  inputSchema: openObject([], { plan: stringField('The whole plan, in Markdown') }),
  outputSchema: openObject(['plan', 'isAgent'], {
    plan: { type: ['string', 'null'] },
    isAgent: { type: 'boolean' },
    filePath: { type: 'string' },
  }),
  parallel: () => false,
  check: (_, scope) =>
    isPresenting(scope)
      ? undefined
      : {
          message:
            'This is not plan mode: there is no plan to approve. Go on with the work, or call EnterPlanMode first.',
        },
  run: ({ plan }, scope) => exit(typeof plan === 'string' ? plan : '', options, scope),
  render: (structured) => [text(approval(structured as PlanOutput))],
})

const approval = ({ plan, filePath }: PlanOutput): string => {
  const approved = 'The user approved: plan mode is over, begin with the work.'
  return plan === null ? approved : `${approved} The plan is kept in ${filePath}.\n\n${plan}`
}

/** True in plan mode, and for a call whose approval has already ended it: that call is checked once more. */
const isPresenting = (scope: CallScope): boolean => {
  const { slots } = scope.state
  if (scope.mode() !== 'plan') return slots.get(slot)?.['presenting'] === scope.callId
  slots.set(slot, { ...slots.get(slot), presenting: scope.callId })
  return true
}

const exit = async (plan: string, options: BuiltinOptions, scope: CallScope): Promise<PlanOutput> => {
  const kept = plan === '' ? { plan: null } : { plan, filePath: await keepPlan(plan, scope) }
  // Whoever approved it may have chosen a mode to go on in.
  if (scope.mode() === 'plan') await changeMode(modeBefore(scope), 'ExitPlanMode', options, scope)
  return { ...kept, isAgent: scope.agent !== undefined }
}

const keepPlan = async (plan: string, { configDir, session }: CallScope): Promise<string> => {
  const folder = join(configDir, 'plans')
  const file = join(folder, `${session}-${randomUUID().slice(0, 8)}.md`)
  await makeFolder(folder, 0o700)
  await writeFile(file, plan, { flag: 'wx', mode: 0o600 })
  return file
}

/** The mode to return to; `default` for a session that began in plan mode. */
const modeBefore = ({ state }: CallScope): PermissionMode => {
  const before = state.slots.get(slot)?.['before']
  return permissionModes.find((mode) => mode === before) ?? 'default'
}

const changeMode = async (
  mode: PermissionMode,
  tool: string,
  { setMode }: BuiltinOptions,
  scope: CallScope,
): Promise<void> => {
  if (setMode === undefined) throw new ToolFailure('The mode of this session cannot be changed.')
  setMode(mode)
  await scope.emit({ type: 'mode-change', mode, by: { kind: 'tool', name: tool } })
}

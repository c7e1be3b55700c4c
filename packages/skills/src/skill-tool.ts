import { isObject, text, ToolFailure, type CallScope, type Objection, type Tool } from '@raider/contracts'
import type { Catalog } from './catalog.js'
import type { Launch } from './launch.js'

/** What the tool works with. */
interface SkillToolParts {
  readonly catalog: Catalog
  readonly launch: Launch
}

/** The tool by which the model invokes a skill. Its body follows the results as words of the user. */
export const createSkillTool = ({ catalog, launch }: SkillToolParts): Tool => ({
  name: 'Skill',
  description: `Brings in a skill: instructions, written for a kind of task, that follow the result of this call.
Names and purposes of the skills there are stand in a reminder. Call it before anything else where one of them fits the task, with its full name.`,
  origin: 'built-in',
  inputSchema: {
    type: 'object',
    properties: {
      skill: { type: 'string', description: 'Name of the skill.' },
      args: { type: 'string', description: 'Arguments for the skill.' },
    },
    required: ['skill'],
  },
  normalize: ({ skill, ...rest }) => ({ ...rest, skill: properName(String(skill), catalog) ?? skill }),
  check: ({ skill }, scope) => objectionTo(String(skill), scope, catalog, launch),
  /** A skill that is nothing but text needs no permission. */
  harmless: ({ skill }) => catalog.find(String(skill))?.capable === false,
  async run({ skill: name, args = '' }, scope: CallScope) {
    const skill = catalog.find(String(name))
    if (skill === undefined) throw new ToolFailure(unknown(String(name), catalog))
    const launched = await launch.byModel(await catalog.current(skill), String(args), scope)
    if ('problem' in launched) throw new ToolFailure(launched.problem)
    return { success: true, commandName: skill.name, ...launched.output }
  },
  render(structured) {
    const { commandName: name, status, result, notes = '' } = isObject(structured) ? structured : {}
    if (status !== 'forked') return [text(`Launching skill: ${String(name)}`)]
    const head = notes === '' ? '' : `${String(notes)}\n`
    return [text(`${head}Skill "${String(name)}" was completed by a subagent.\n\nResult:\n${String(result)}`)]
  },
})

/** Rules speak of the proper name, whatever name the model took; a slash before it they overlook, and hooks see (Claude Code 2.1.332, seen). */
function properName(written: string, catalog: Catalog): string | undefined {
  const name = catalog.find(written)?.name
  return written === `/${name}` ? written : name
}

function objectionTo(name: string, scope: CallScope, catalog: Catalog, launch: Launch): Objection | undefined {
  const skill = catalog.find(name)
  if (skill === undefined) return { message: unknown(name, catalog) }
  if (launch.isRunning(skill, scope))
    return {
      message: `You are the subagent that runs skill ${skill.name}: do what it says instead of invoking it again.`,
    }
  const visibility = catalog.visibility(skill)
  if (visibility === 'off' || visibility === 'user-invocable-only')
    return {
      message: `Skill ${skill.name} is not for the model to invoke: skillOverrides in the settings sets it to ${visibility}.`,
    }
  if (skill.forModel) return undefined
  return { message: `Skill ${skill.name} is for the user to invoke: it is marked disable-model-invocation.` }
}

function unknown(name: string, catalog: Catalog): string {
  const similar = catalog.similar(name)
  return `Unknown skill: ${name}.${similar.length === 0 ? '' : ` Did you mean ${similar.join(' or ')}?`}`
}

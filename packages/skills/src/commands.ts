import { randomUUID } from 'node:crypto'
import {
  commandHeading,
  text,
  type CallScope,
  type Command,
  type CommandAnswer,
  type Commands,
  type ExpandedPrompt,
  type Note,
  type Tool,
} from '@raider/contracts'
import type { Announcer } from './announcement.js'
import type { Catalog } from './catalog.js'
import type { Launch } from './launch.js'
import { mentionsIn, readMentions } from './mention.js'
import type { Skill } from './skill.js'

/** What commands work with. */
interface CommandParts {
  readonly catalog: Catalog
  readonly launch: Launch
  /** The Read tool, where there is one. */
  readonly read: () => Tool | undefined
  readonly announcer: Announcer
}

const form = /^\/([^\s/][^\s]*)(?:\s+([^]*))?$/

/** What prompts such as `/name args` stand for, and prompts that mention files. */
export const createCommands = ({ catalog, launch, read, announcer }: CommandParts): Commands => ({
  async find(prompt) {
    const [, name, args = ''] = form.exec(prompt) ?? []
    const mentions = (): Command | undefined => mentioning(prompt, read(), announcer)
    if (name === undefined) return mentions()
    const skill = await catalog.search(name)
    if (skill !== undefined) return invocation(skill, args.trim(), prompt, catalog, launch)
    return name.includes('/') ? mentions() : unknown(name, prompt, catalog)
  },
})

/** A prompt that names files: they are read for it, and bring in the skills for them. */
const mentioning = (prompt: string, read: Tool | undefined, announcer: Announcer): Command | undefined =>
  read === undefined || mentionsIn(prompt).length === 0
    ? undefined
    : {
        async expand(scope) {
          const files = await readMentions(prompt, read, scope, 'user')
          const skills = await announcer.of(files.flatMap(({ source }) => source.file ?? []))
          return { content: [text(prompt)], notes: [...files, ...skills] }
        },
      }

const unknown = (name: string, prompt: string, catalog: Catalog): Command => {
  const known = catalog.all().flatMap((skill) => (skill.forUser ? [`/${skill.name}`] : []))
  const list = known.length === 0 ? 'There are none in this session.' : `There are: ${known.slice(0, 50).join(', ')}.`
  const note: Note = {
    id: randomUUID(),
    kind: 'prompt',
    text: `The prompt begins with /${name}, but no command has that name, so nothing was expanded. ${list} Take the prompt as plain words; where it needs that command, say that it is missing.`,
    source: { kind: 'plugin', name: 'skills' },
  }
  return { unknown: true, expand: () => Promise.resolve({ content: [text(prompt)], notes: [note] }) }
}

function invocation(skill: Skill, args: string, prompt: string, catalog: Catalog, launch: Launch): Command {
  const { name, origin } = skill
  if (catalog.visibility(skill) === 'off')
    return answering(`/${name} is switched off by skillOverrides in the settings; take the entry out to use it.`)
  if (!skill.forUser) return answering(`/${name} is for the model to invoke and not to be typed. Ask for it in words.`)
  const facts = { command_name: name, command_args: args, command_source: origin, prompt }
  return {
    change: { kind: 'UserPromptExpansion', input: { expansion_type: 'slash_command', ...facts } },
    expand: async (scope) => expand(await catalog.current(skill), args, launch, scope),
  }
}

const answering = (answer: string): Command => ({ expand: () => Promise.resolve({ answer }) })

async function expand(
  skill: Skill,
  args: string,
  launch: Launch,
  scope: CallScope,
): Promise<ExpandedPrompt | CommandAnswer> {
  const typed = await launch.byUser(skill, args, scope)
  if ('problem' in typed) return { answer: typed.problem }
  if ('report' in typed) return { answer: typed.report, endsTurn: true }
  return {
    content: [text(commandHeading(skill.name, args === '' ? undefined : args)), text(typed.text)],
    notes: typed.notes,
    ...(skill.model !== undefined && { model: skill.model }),
    ...(skill.effort !== undefined && { effort: skill.effort }),
  }
}

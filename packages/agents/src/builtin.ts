import type { AgentDefinition } from './agent.js'

const origin = { kind: 'built-in' } as const

/** What only looks around must not change. */
const changing = ['Agent', 'ExitPlanMode', 'Edit', 'Write', 'NotebookEdit']

/** Agents that every session has. Their names and tools are those of Claude Code (2.1.332, seen). */
export const builtinAgents: readonly AgentDefinition[] = [
  {
    name: 'claude',
    description: 'Takes any task that no other agent is made for.',
    prompt:
      'You carry out the task you are given as the main agent would: find out what is there, do what was asked and nothing beside it, ' +
      'check it, and report what you did.',
    origin,
  },
  {
    name: 'Explore',
    description:
      'Looks things up in a project without changing it: finds files, names and places by broad search, and answers from excerpts. ' +
      'Say how thorough it shall be.',
    prompt:
      'You find things in a project and report them. Look broadly first, then closely; run independent searches together. ' +
      'You change nothing: no files, no state outside. Report what you found, with absolute paths and lines, and what you did not find.',
    disallowedTools: changing,
    scout: true,
    origin,
  },
  {
    name: 'general-purpose',
    description: 'Works on a question or task of several steps by itself. Use it where no other agent fits better.',
    prompt:
      'You work on the task you are given until it is done, no more and no less. Search before you assume, prefer changing files to ' +
      'adding new ones, and check your work. Report what you did and found, in brief.',
    origin,
  },
  {
    name: 'Plan',
    description:
      'Designs how a change can be made, without making it: reads the code and returns steps, files that matter and trade-offs.',
    prompt:
      'You design changes to a project. Read what is there, follow its patterns, and weigh the ways. You change nothing. ' +
      'Report a plan in steps, the risks, and the few files that matter most, with absolute paths.',
    disallowedTools: changing,
    scout: true,
    origin,
  },
  {
    name: 'statusline-setup',
    description: 'Sets up the status line of Claude Code in the user settings.',
    prompt:
      'You write the setting statusLine of Claude Code: {"type": "command", "command": …} in settings.json of its folder (~/.claude), ' +
      'where the command gets JSON on stdin and prints one line. Keep every other setting as it is. Report what the line will show.',
    tools: ['Read', 'Edit'],
    origin,
  },
]

import type { Finding } from '@raider/contracts'
import { findProgram } from '@raider/process'
import { sandboxSettings } from '@raider/tools'
import type { Look } from './look.js'

/** Programs that Raider uses where they are there. */
const programs: readonly { readonly name: string; readonly without: string; readonly remedy: string }[] = [
  { name: 'bash', without: 'the Bash tool cannot run commands', remedy: 'Install bash.' },
  { name: 'git', without: 'what git keeps out is not known, and agents have no work trees', remedy: 'Install git.' },
  { name: 'rg', without: 'Grep searches with a slower search of its own', remedy: 'Install ripgrep.' },
]

/** What Raider runs on: Node and programs of the machine. */
export function programFindings({ setup }: Look): readonly Finding[] {
  const { PATH = '' } = setup.env
  const wanted = sandboxSettings(setup.settings).enabled
  const bubblewrap = findProgram('bwrap', PATH)
  return [
    { name: 'node', fate: 'honoured', why: process.version },
    ...programs.map(({ name, without, remedy }): Finding => {
      const file = findProgram(name, PATH)
      return file === undefined
        ? { name, fate: 'partly', why: `it is not on the PATH: ${without}`, remedy }
        : { name, fate: 'honoured', file }
    }),
    ...(bubblewrap === undefined && !wanted
      ? []
      : [bubblewrap === undefined ? noSandbox : ({ name: 'bwrap', fate: 'honoured', file: bubblewrap } as const)]),
  ]
}

const noSandbox: Finding = {
  name: 'bwrap',
  fate: 'error',
  why: 'sandbox.enabled asks for it and it is not on the PATH, so no command is run',
  remedy: 'Install bubblewrap, or switch the setting off.',
}

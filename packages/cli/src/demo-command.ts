import { cp, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claudeHooks, events, nestedMemory, Raider, script, type RunOutcome } from 'raider'
import { createCommand, parse } from './command.js'
import { createTrace } from './page/trace.js'
import { paintFor, type Terminal } from './terminal.js'
import type { Paint } from './page/paint.js'

/** The demo's files lie one folder up, from the sources, the compiled files and the bundle alike. */
const demoDir = fileURLToPath(new URL('../demo/', import.meta.url))

const prompts = ['Make the test of the bill pass.', 'Good. Release it.'] as const

/** Where one demo plays. */
interface Stage {
  readonly root: string
  readonly project: string
  readonly journals: string
}

/** `raider demo`: a scripted model in a project of its own. The exit code says whether all went as it should. */
export async function demoCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand('raider demo', 'Watch a scripted model work with real tools and real hooks.', terminal)
  if (!parse(command, args)) return 0
  const stage = await setStage()
  const paint = paintFor(terminal.stdout, terminal)
  const write = (text: string): void => void terminal.stdout.write(text)
  write(opening(stage, paint))
  const { session, outcomes } = await play(stage, paint, terminal)
  write(closing(stage, session, paint))
  const [fixed, released] = outcomes
  return fixed?.kind === 'done' && released?.kind === 'cancelled' && released.by === 'hook' ? 0 : 1
}

async function setStage(): Promise<Stage> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'raider-demo-')))
  const project = join(root, 'project')
  await cp(join(demoDir, 'project'), project, { recursive: true })
  return { root, project, journals: join(root, 'journals') }
}

async function play({ root, project, journals }: Stage, paint: Paint, { env, stdout }: Terminal) {
  const bus = events({ journal: { dir: journals } })
  const write = (text: string): void => void stdout.write(text)
  const trace = createTrace({ write, paint, homeDir: root, detail: 'full', live: false })
  bus.on('*', (event) => trace.event(event))
  const homeDir = join(root, 'home')
  const raider = new Raider({
    cwd: project,
    engine: script(join(demoDir, 'script.yaml'), { values: { cwd: project } }),
    model: 'scripted-demo',
    plugins: [nestedMemory(), claudeHooks(), bus],
    // The demo's own hooks, and nothing of the user's.
    settings: { sources: ['project'] },
    homeDir,
    env: { ...env, HOME: homeDir, CLAUDE_CONFIG_DIR: undefined },
    trust: true,
  })
  const session = await raider.open()
  const outcomes: RunOutcome[] = []
  for (const prompt of prompts) {
    write('\n')
    outcomes.push(await session.run(prompt).result)
  }
  await session.close()
  return { session: session.id, outcomes }
}

const opening = ({ project }: Stage, paint: Paint): string => `${paint('strong', 'raider demo')}

A scripted model mends a small project. What it says comes from ${paint('accent', join(demoDir, 'script.yaml'))};
the tools, the hooks and the journal are real.

The project is a copy in ${paint('accent', project)}. Raider trusts the hooks of this copy,
since it brought them itself. Hooks of your own projects it asks about, or you say ${paint('accent', 'raider trust')}.

${paint('accent', '▸')} is a call of the model, ${paint('dim', '│')} what became of it and who decided, ${paint('note', '┊')} what the model reads besides the result.

`

const closing = ({ root, project, journals }: Stage, session: string, paint: Paint): string => `
In order: a hook gave advice after a failure, a CLAUDE.md came along with the first file of its folder, a hook refused
a command, another one added to a result, and the last one ended the run with ${paint('accent', 'continue: false')}.

  project   ${project}
  journal   ${join(journals, `${session}.jsonl`)}
  replay    npx raider sessions show ${session.slice(0, 8)} --dir ${journals}
  for real  ANTHROPIC_API_KEY=… npx raider --cwd your-project -p "…"
  tidy up   rm -r ${root}
`

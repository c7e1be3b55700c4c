import { isObject, type Finding } from '@raider/contracts'
import { similarTo } from '@raider/settings'
import { readVariables, variableUse } from './known-variable.js'
import { trustRemedy, type Look } from './look.js'

/** Every variable of the process that is about the agent, and every variable of settings files. Values are not told. */
export function variableFindings({ around, written, setup }: Look): readonly Finding[] {
  const set = Object.keys(around.host.env).filter((name) => around.host.env[name] !== undefined)
  const inProcess = set.toSorted().flatMap((name): readonly Finding[] => {
    const use = judge(name)
    return use === undefined ? [] : [{ name, ...use, layer: 'environment' }]
  })
  const inFiles = written.layers.flatMap((layer) =>
    namesOf(layer.value['env']).map((name): Finding => {
      const counting = setup.read.layers.find(({ file, name: of }) => file === layer.file && of === layer.name)
      const line = layer.line(['env', name])
      const judgement = namesOf(counting?.value['env']).includes(name) ? (judge(name) ?? forChildren) : untrusted
      return { name, ...judgement, layer: layer.name, file: layer.file, ...(line !== undefined && { line }) }
    }),
  )
  return [...inProcess, ...inFiles]
}

const namesOf = (env: unknown): readonly string[] => (isObject(env) ? Object.keys(env) : [])

type Judgement = Pick<Finding, 'fate' | 'why' | 'remedy'>

const forChildren: Judgement = { fate: 'honoured', why: 'commands, hooks and servers get it' }
const untrusted: Judgement = {
  fate: 'refused',
  why: 'it needs the trust of this project',
  remedy: trustRemedy,
}

/** Undefined where it is not about the agent. */
function judge(name: string): Judgement | undefined {
  if (readVariables.has(name)) return { fate: 'honoured' }
  const use = variableUse(name)
  if (use?.fate === 'honoured') return use
  const [similar] = similarTo(name, [...readVariables])
  return similar === undefined
    ? use
    : { fate: 'ignored', why: 'Raider does not read it', remedy: `Was ${similar} meant?` }
}

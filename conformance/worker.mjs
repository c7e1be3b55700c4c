// Runs scenarios one after the other in a process of its own; its temporary folder is its TMPDIR.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compare } from './oracle/compare.mjs'
import { observe } from './oracle/observe.mjs'

process.on('message', ({ file, cli }) => void answer(file, cli))

async function answer(file, cli) {
  process.send({ lines: await differingLines(file, cli) })
}

async function differingLines(file, cli) {
  try {
    const scenario = parse(readFileSync(file, 'utf8'))
    const expected = JSON.parse(readFileSync(file.replace(/\.yaml$/, '.golden.json'), 'utf8'))
    // The folder stays: whatever a scenario left running is ended before the pool removes it.
    const { result } = await observe(scenario, cli, { keep: true })
    return compare(expected, result, scenario)
  } catch (error) {
    return [`the scenario could not be run: ${error.message}`]
  }
}

#!/usr/bin/env node
// npm run example [NAME…]: runs examples whose file name starts with NAME, all without one.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { root } from './stamp.mjs'

const folder = join(root, 'examples')

/** An example that needs longer hangs. */
const limitMs = 60_000

/** File names of all examples, in order. */
export const exampleNames = () =>
  readdirSync(folder)
    .filter((name) => /^\d\d-.*\.(ts|mjs)$/.test(name))
    .toSorted(byName)

const byName = (a, b) => (a < b ? -1 : 1)

/**
 * Runs one example in a process of its own.
 * @param {string} name of its file
 * @param {NodeJS.ProcessEnv} [env] environment in place of this one
 * @returns {Promise<number | null>} exit code; null where it was killed or took too long
 */
export async function runExample(name, env = process.env) {
  const script = name.endsWith('.ts') ? await stripTypes(name) : join(folder, name)
  try {
    return await exitCode(script, env)
  } finally {
    if (script !== join(folder, name)) rmSync(script)
  }
}

/** Node 20 cannot strip types by itself; the result lies beside the example, so that its imports resolve alike. */
async function stripTypes(name) {
  const { code } = await transform(readFileSync(join(folder, name), 'utf8'), { loader: 'ts', target: 'node20.19' })
  const script = join(folder, `.${name.replace(/\.ts$/, '')}.${process.pid}.mjs`)
  writeFileSync(script, code)
  return script
}

function exitCode(script, env) {
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: limitMs })
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
}

async function main(wanted) {
  const names = exampleNames().filter((name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
  if (names.length === 0)
    console.error(`No example is called ${wanted.join(' or ')}. There are: ${exampleNames().join(', ')}`)
  let failed = names.length === 0
  for (const name of names) {
    console.log(`\n── ${name}`)
    const code = await runExample(name)
    if (code !== 0) console.error(`${name} ended with ${code === null ? 'a signal' : `exit code ${code}`}`)
    failed ||= code !== 0
  }
  process.exitCode = failed ? 1 : 0
}

if (import.meta.filename === process.argv[1]) await main(process.argv.slice(2))

// The least that a hook can cost: a shell with the input on its stdin, one after the other or side by side. With `beside` as third
// argument the process holds Raider too, since the system copies the page tables of a process for each child of it.
import { spawn } from 'node:child_process'
import { command, hookInput, measureCalls } from './hook.mjs'

if (process.argv[4] === 'beside') await import('raider')

await measureCalls(async (calls, parallel) => {
  for (let call = 0; call < calls; call += 1) {
    await Promise.all(Array.from({ length: parallel }, (_, index) => runShell(command(index))))
  }
})

function runShell(text) {
  const child = spawn('/bin/sh', ['-c', text], { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  child.stdin.end(hookInput)
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(output)))
}

import { spawn } from 'node:child_process'

/** A measurement that takes longer hangs. */
const limitMs = 120_000

/**
 * Runs a program in a process of its own and answers with the result that it prints as its last line.
 * @param {string} node executable
 * @param {readonly string[]} args flags, script and its arguments
 * @returns {Promise<Record<string, number>>}
 */
export async function runSubject(node, args) {
  const output = await outputOf(node, args)
  return JSON.parse(output.trimEnd().split('\n').at(-1))
}

/**
 * Output of a program that must end well.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function outputOf(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'], timeout: limitMs })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString())
      else reject(new Error(`${[file, ...args].join(' ')} ended with ${signal ?? `exit code ${code}`}`))
    })
  })
}

/**
 * Runs several subjects in turns, so that a slow moment of the machine hits them all, and answers with the medians of each.
 * @template {string} Name
 * @param {Record<Name, () => Promise<Record<string, number>>>} subjects
 * @param {number} rounds
 * @returns {Promise<Record<Name, Record<string, number>>>}
 */
export const measureInTurns = async (subjects, rounds) => mediansOf(await runInTurns(subjects, rounds))

/**
 * Runs several subjects in turns and answers with each round, to compare what was measured side by side.
 * @template {string} Name
 * @param {Record<Name, () => Promise<Record<string, number>>>} subjects
 * @param {number} rounds
 * @returns {Promise<Record<Name, Record<string, number>>[]>}
 */
export async function runInTurns(subjects, rounds) {
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    const entries = []
    for (const [name, subject] of Object.entries(subjects)) entries.push([name, await subject()])
    results.push(Object.fromEntries(entries))
  }
  return results
}

/**
 * The medians of each subject over all rounds.
 * @template {string} Name
 * @param {readonly Record<Name, Record<string, number>>[]} rounds
 * @returns {Record<Name, Record<string, number>>}
 */
export const mediansOf = (rounds) =>
  mapValues(rounds[0], (first, name) => mapValues(first, (_, key) => median(rounds.map((round) => round[name][key]))))

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

/** The middle one of several numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

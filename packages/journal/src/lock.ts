import { readFileSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { RaiderError } from '@raider/contracts'
import { isMissing } from './failure.js'

/** Says who writes: host, process id, and when that process started, since ids are used again. */
interface Owner {
  readonly host: string
  readonly pid: number
  readonly started: string
}

/**
 * Takes the single-writer lock of a file. The lock is a symbolic link `<file>.lock` that points
 * to its owner: made and filled in one step, so it is never seen half-written. The lock of a dead process is taken over.
 * Throws `journal-locked` where a live process, or a process of another host, holds it.
 */
export function takeLock(file: string): void {
  const lock = `${file}.lock`
  while (!tryCreate(lock, describeMe())) {
    const holder = tryRead(lock)
    if (holder === undefined) continue
    if (isHeld(holder)) throw lockedError(file, lock, holder)
    removeStale(lock, holder)
  }
}

/** Gives back a lock that this process took, where it still has it. */
export function releaseLock(file: string): void {
  const lock = `${file}.lock`
  if (tryRead(lock) === describeMe()) unlinkSync(lock)
}

/** True while a live process writes this file. */
export function isLocked(file: string): boolean {
  const holder = tryRead(`${file}.lock`)
  return holder !== undefined && isHeld(holder)
}

function tryCreate(lock: string, owner: string): boolean {
  try {
    symlinkSync(owner, lock)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

function tryRead(lock: string): string | undefined {
  try {
    return readlinkSync(lock)
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

/** Renaming lets only one of several heirs remove a lock, and shows afterwards whether it was the stale one. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (thrown) {
    if (isMissing(thrown)) return
    throw thrown
  }
  const removed = readlinkSync(aside)
  if (removed !== stale) tryCreate(lock, removed)
  unlinkSync(aside)
}

let me: string | undefined

const describeMe = (): string =>
  (me ??= describe({ host: hostname(), pid: process.pid, started: startOf(process.pid) ?? 'unknown' }))

const describe = (owner: Owner): string => `${owner.pid}:${owner.started}:${owner.host}`

function parse(text: string): Owner | undefined {
  const [, pid, started, host] = /^(\d+):([^:]+):(.*)$/.exec(text) ?? []
  return pid === undefined || started === undefined || host === undefined
    ? undefined
    : { pid: Number(pid), started, host }
}

function isHeld(text: string): boolean {
  const owner = parse(text)
  if (owner === undefined || owner.host !== hostname()) return true
  const started = startOf(owner.pid)
  return started !== undefined && (started === owner.started || owner.started === 'unknown')
}

/** When a process started, as text that only serves for comparison; undefined where there is no such process. */
function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

function startFromProc(pid: number): string | undefined {
  try {
    // proc(5): field 22 is the start time; counting begins after the command name, which may hold anything but `)` last.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : fields[18]
  } catch (thrown) {
    if (isMissing(thrown) || (thrown as NodeJS.ErrnoException).code === 'ESRCH') return undefined
    throw thrown
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    const { execFileSync } = process.getBuiltinModule('node:child_process')
    const output = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.trim().replaceAll(/[\s:]+/g, '-') || undefined
  } catch (thrown) {
    // ps ends with status 1 where it knows no such process.
    if ((thrown as { status?: unknown }).status === 1) return undefined
    throw thrown
  }
}

const lockedError = (file: string, lock: string, holder: string): RaiderError => {
  const owner = parse(holder)
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'something else'
  return new RaiderError(
    'journal-locked',
    `${file} is being written by ${who}. Close that session, or remove ${lock} if it no longer runs.`,
    { data: { file, lock, holder } },
  )
}

import { isObject, type JsonObject, type Settings } from '@raider/contracts'

/** The setting `sandbox`, as far as it is about shell commands. */
export interface SandboxSettings {
  readonly enabled: boolean
  /** May a call leave the sandbox by `dangerouslyDisableSandbox`? Permissions apply to it as to any other. */
  readonly mayLeave: boolean
  /** Do commands in the sandbox run without a question? Rules that deny or ask hold all the same. */
  readonly asksNothing: boolean
  /** Commands that run outside: `docker`, `git push *`. */
  readonly excluded: readonly string[]
  /** Further paths that may be written. */
  readonly writable: readonly string[]
  readonly unwritable: readonly string[]
  readonly unreadable: readonly string[]
  /** Hosts that may be reached: `example.com`, `*.example.com` for those below it, `*` for all. */
  readonly hosts: readonly string[]
  /** Hosts that may not, whatever the others say. */
  readonly closedHosts: readonly string[]
  /** Unix sockets of the system that may be used, such as that of Docker: whoever may talk to a daemon can have it do things outside. */
  readonly sockets: readonly string[]
  /** Do without a process namespace, for containers that forbid it. */
  readonly weaker: boolean
}

/**
 * Reads Claude Code's `sandbox` setting from all layers: lists add up, flags are those of the highest layer. A project that is
 * not trusted has no say, since it could open the sandbox.
 */
export const sandboxSettings = ({ layers }: Settings): SandboxSettings => {
  const all: readonly JsonObject[] = layers
    .filter((layer) => layer.trusted)
    .map(({ value }) => objectAt(value, 'sandbox'))
  const flag = (name: string, usual: boolean): boolean =>
    all.map((one) => one[name]).findLast((value) => typeof value === 'boolean') ?? usual
  const list = (group: string | undefined, name: string): readonly string[] =>
    all.flatMap((one) => strings((group === undefined ? one : objectAt(one, group))[name]))
  return {
    enabled: flag('enabled', false),
    mayLeave: flag('allowUnsandboxedCommands', true),
    asksNothing: flag('autoAllowBashIfSandboxed', true),
    excluded: list(undefined, 'excludedCommands'),
    writable: list('filesystem', 'allowWrite'),
    unwritable: list('filesystem', 'denyWrite'),
    unreadable: list('filesystem', 'denyRead'),
    hosts: list('network', 'allowedDomains'),
    closedHosts: list('network', 'deniedDomains'),
    sockets: list('network', 'allowUnixSockets'),
    weaker: flag('enableWeakerNestedSandbox', false),
  }
}

const objectAt = (value: JsonObject, key: string): JsonObject => {
  const found = value[key]
  return isObject(found) ? found : {}
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** May a sandboxed command reach a host? */
export const isOpenHost = ({ hosts, closedHosts }: SandboxSettings, host: string): boolean =>
  host !== '' && hosts.some((pattern) => isHost(pattern, host)) && !closedHosts.some((pattern) => isHost(pattern, host))

const isHost = (pattern: string, host: string): boolean => {
  const [wanted, name] = [pattern, host].map((text) => text.toLowerCase().replace(/\.$/, '')) as [string, string]
  if (wanted === '*') return true
  return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted
}

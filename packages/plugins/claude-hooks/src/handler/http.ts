import { messageOf, type JsonObject } from '@raider/contracts'
import { matchesUrl } from '@raider/permissions'
import { bounded, type Yield } from './bounded.js'
import { fault, type Fault } from '../configuration/fault.js'
import { cannotRun } from './failure.js'
import { isStrings, isTexts } from '../answer/field.js'
import type { Shot, Runner, Start } from '../configuration/hook.js'

/** What settings allow HTTP hooks; absent lists allow everything. */
export interface HttpRules {
  /** `allowedHttpHookUrls`: patterns with `*`. */
  readonly urls?: readonly string[]
  /** `httpHookAllowedEnvVars`: names that any handler may put into headers. */
  readonly variables?: readonly string[]
}

export const anyUrl: HttpRules = {}

const maxBodyBytes = 8 * 1024 * 1024

interface HttpFields {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Names of variables that headers may hold. */
  readonly variables: readonly string[]
}

/** Reads a handler of type `http`. */
export const parseHttp = (entry: JsonObject, rules: HttpRules): Runner | Fault => {
  const { url, headers = {}, allowedEnvVars = [] } = entry
  if (typeof url !== 'string' || !URL.canParse(url)) return fault('must be a URL', 'url')
  if (!isTexts(headers)) return fault('must be an object of strings', 'headers')
  if (!isStrings(allowedEnvVars)) return fault('must be a list of strings', 'allowedEnvVars')
  const variables = allowedEnvVars.filter((name) => rules.variables?.includes(name) ?? true)
  const allowed = rules.urls?.some((pattern) => matchesUrl(pattern, url)) ?? true
  return {
    label: url,
    identity: JSON.stringify(['http', url]),
    start: allowed
      ? post({ url, headers, variables })
      : () => Promise.resolve(cannotRun(`${url} is not in allowedHttpHookUrls`)),
  }
}

const post =
  (fields: HttpFields): Start =>
  (shot, signal) =>
    bounded(shot, signal, async (bound) => {
      try {
        return await send(fields, shot, bound)
      } catch (thrown) {
        return cannotRun(`could not reach ${fields.url}: ${causeOf(thrown)}`)
      }
    })

/** `fetch` hides the network error in the cause. */
const causeOf = (thrown: unknown): string =>
  messageOf(thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown)

const send = async (fields: HttpFields, shot: Shot, signal: AbortSignal): Promise<Yield> => {
  const response = await fetch(fields.url, {
    method: 'POST',
    redirect: 'manual',
    headers: headersOf(fields, shot.env),
    body: shot.input,
    signal,
  })
  const body = await readBody(response)
  if (!response.ok) return cannotRun(`${fields.url} answered with status ${response.status}`)
  if (body === undefined) return cannotRun(`${fields.url} answered with more than 8 MiB`)
  const text = body.trim()
  if (text !== '' && !text.startsWith('{'))
    return cannotRun(`${fields.url} answered with something else than a JSON object`)
  return { ended: 'done', exitCode: 0, stdout: text, stderr: '' }
}

/** Length and encoding of the body are not the handler's to say. */
const reserved = new Set(['content-length', 'transfer-encoding'])

const headersOf = ({ headers, variables }: HttpFields, env: Readonly<Record<string, string>>): Headers => {
  const fill = (text: string): string =>
    text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? ''
      return variables.includes(name) ? (env[name] ?? '') : ''
    })
  const filled = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of Object.entries(headers)) {
    // A variable that holds a line break must not begin a header of its own.
    if (!reserved.has(name.toLowerCase())) filled.set(name, fill(value).replaceAll(/[\r\n\0]/g, ''))
  }
  return filled
}

/** The text of a body; undefined where it is too long. */
const readBody = async (response: Response): Promise<string | undefined> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

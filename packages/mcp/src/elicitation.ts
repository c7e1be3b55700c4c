import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { isObject, type Elicit, type ElicitAnswer, type ElicitRequest, type JsonObject } from '@raider/contracts'
import type { Flight } from './connection.js'

/** Answers what a server asks of the user while `flight` is under way. */
export type Elicitation = (
  server: string,
  params: ElicitRequestParams,
  flight: Flight | undefined,
) => Promise<ElicitResult>

const cancelled: ElicitAnswer = { action: 'cancel' }

/**
 * Hooks are asked first, then the host; where neither answers, the question is cancelled. Hooks see what the host answers, and may put
 * another answer in its place (Claude Code 2.1.332, seen).
 */
export const createElicitation =
  (elicit: Elicit | undefined): Elicitation =>
  async (server, params, flight) => {
    const request = requestOf(server, params)
    const byHook = await voted('Elicitation', askedFields(request), flight)
    if (byHook !== undefined) return resultOf(byHook)
    const answer = await hostAnswer(elicit, request, flight)
    return resultOf((await voted('ElicitationResult', answeredFields(request, answer), flight)) ?? answer)
  }

const resultOf = ({ action, content }: ElicitAnswer): ElicitResult => ({
  action,
  ...(action === 'accept' && content !== undefined && { content: content as ElicitResult['content'] }),
})

const hostAnswer = async (
  elicit: Elicit | undefined,
  request: ElicitRequest,
  flight: Flight | undefined,
): Promise<ElicitAnswer> => {
  if (elicit === undefined || flight === undefined) return cancelled
  return elicit(request, flight.signal)
}

const requestOf = (server: string, params: ElicitRequestParams): ElicitRequest => {
  const { message } = params
  if (params.mode === 'url') return { server, message, mode: 'url', url: params.url, id: params.elicitationId }
  return { server, message, mode: 'form', schema: { ...params.requestedSchema } }
}

const askedFields = ({ server, message, mode, schema, url, id }: ElicitRequest): JsonObject => ({
  mcp_server_name: server,
  message,
  mode,
  ...(url !== undefined && { url }),
  ...(id !== undefined && { elicitation_id: id }),
  ...(schema !== undefined && { requested_schema: schema }),
})

const answeredFields = ({ server, mode, id }: ElicitRequest, { action, content }: ElicitAnswer): JsonObject => ({
  mcp_server_name: server,
  ...(id !== undefined && { elicitation_id: id }),
  mode,
  action,
  ...(content !== undefined && { content }),
})

/** What plugins answer; undefined where they have nothing to say, or nobody could be asked. */
const voted = async (
  kind: string,
  input: JsonObject,
  flight: Flight | undefined,
): Promise<ElicitAnswer | undefined> => {
  const tally = await flight?.scope?.vote({ kind, input })
  if (tally?.stance === 'deny') return { action: 'decline' }
  const { action, content } = tally?.effects.answer ?? {}
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined
  return { action, ...(isObject(content) && { content }) }
}

// A Messages API that costs next to nothing: every reply is encoded before the first request of its kind is answered.
// POST /t<TURNS>-c<CALLS>-<NAME>/v1/messages answers with the next turn of that conversation.
// GET  /t<TURNS>-c<CALLS>-<NAME> tells how many requests and bytes came, and when the first did (monotonic ns).
import { createServer } from 'node:http'
import { encodeReply } from './reply.mjs'

const repliesByPlan = new Map()
const conversations = new Map()

function repliesOf(turns, calls) {
  const plan = `${turns} ${calls}`
  if (!repliesByPlan.has(plan)) {
    repliesByPlan.set(
      plan,
      Array.from({ length: turns + 1 }, (_, turn) => encodeReply(turn, turns, calls)),
    )
  }
  return repliesByPlan.get(plan)
}

function conversationOf(name) {
  const [, turns, calls] = /^t(\d+)-c(\d+)-/.exec(name)
  const conversation = conversations.get(name) ?? {
    replies: repliesOf(Number(turns), Number(calls)),
    requests: 0,
    bytes: 0,
    firstNs: undefined,
  }
  conversations.set(name, conversation)
  return conversation
}

async function answer(request, response) {
  const arrived = process.hrtime.bigint()
  const conversation = conversationOf(request.url.split('/')[1])
  if (request.method === 'GET') {
    const { requests, bytes, firstNs } = conversation
    return response.end(JSON.stringify({ requests, bytes, firstNs: String(firstNs) }))
  }
  conversation.firstNs ??= arrived
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { stream, json } = conversation.replies[Math.min(conversation.requests, conversation.replies.length - 1)]
  conversation.requests += 1
  conversation.bytes += body.length
  const streams = body.includes('"stream":true')
  response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
  return response.end(streams ? stream : json)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit())

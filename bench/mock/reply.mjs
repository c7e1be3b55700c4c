/** Text of a reply, streamed word by word as the API does. */
const words = Array.from({ length: 24 }, (_, index) => `word${index} `)

/** Input of a tool call, streamed in pieces. */
const input = JSON.stringify({ text: 'look at the next part of the file and tell what it holds '.repeat(4).trim() })
const pieces = input.match(/.{1,30}/g)

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

/**
 * The reply to one request of a conversation, encoded once for both ways to ask.
 * @param {number} turn from 0
 * @param {number} turns how many turns call tools; the one after them ends
 * @param {number} calls tool calls in each
 * @returns {{ stream: Buffer, json: Buffer }}
 */
export function encodeReply(turn, turns, calls) {
  const toolUses = Array.from({ length: turn < turns ? calls : 0 }, (_, index) => ({
    type: 'tool_use',
    id: `toolu_${turn}_${index}`,
    name: 'echo',
    input: JSON.parse(input),
  }))
  const message = {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-bench',
    content: [{ type: 'text', text: words.join('') }, ...toolUses],
    stop_reason: toolUses.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  }
  return { stream: Buffer.from(events(message).map(encodeEvent).join('')), json: Buffer.from(JSON.stringify(message)) }
}

const encodeEvent = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function events(message) {
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...message.content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

function blockEvents(block, index) {
  const isText = block.type === 'text'
  const deltas = isText
    ? words.map((text) => ({ type: 'text_delta', text }))
    : pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  return [
    {
      type: 'content_block_start',
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

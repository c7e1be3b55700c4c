// The least a program can do to ask a model.
const response = await fetch(`${process.argv[2]}/v1/messages`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'claude-bench', stream: true, messages: [{ role: 'user', content: 'hello' }] }),
})
await response.text()

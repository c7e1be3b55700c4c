// PreToolUse: looks at a command before it runs. Exit code 2 refuses it, and the model reads why.
import { readFileSync } from 'node:fs'

const { tool_input } = JSON.parse(readFileSync(0, 'utf8'))

if (/^rm\b/.test(tool_input.command)) {
  console.error('Nothing is deleted in this project.')
  process.exit(2)
}

// `continue: false` ends the whole run.
if (/\bpublish\b/.test(tool_input.command)) {
  console.log(JSON.stringify({ continue: false, stopReason: 'Releases are made by people.' }))
}

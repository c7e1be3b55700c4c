// PostToolUse: tells the model something once a file was edited.
const additionalContext = 'The code has changed: add a line to CHANGELOG.md.'
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } }))

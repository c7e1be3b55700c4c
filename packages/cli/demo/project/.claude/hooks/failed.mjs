// PostToolUseFailure: tells the model something once a command failed.
const additionalContext = 'Read the code and its test before you change anything.'
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext } }))

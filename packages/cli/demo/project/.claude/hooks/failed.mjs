// PostToolUseFailure: tells the model something once a command failed.
const additionalContext = 'Find out why before you go on.'
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext } }))

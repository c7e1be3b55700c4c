/** The prompt that ends a conversation, and other names for it (Claude Code 2.1.332, seen). */
const clearCommands: readonly string[] = ['/clear', '/new', '/reset']

/** Does the prompt ask for a new conversation? The host then puts another session in the place of this one. */
export const isClearCommand = (prompt: string): boolean => clearCommands.includes(prompt.trim())

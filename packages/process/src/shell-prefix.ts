/**
 * A shell text as the program gets it that CLAUDE_CODE_SHELL_PREFIX names, such as one that keeps a log: whole, as its last argument. The text itself
 * where there is no such program (Claude Code 2.1.332, seen of hooks and of Bash).
 */
export const behindPrefix = (text: string, env: Readonly<Record<string, string | undefined>>): string => {
  const prefix = env['CLAUDE_CODE_SHELL_PREFIX']
  return prefix === undefined || prefix === '' ? text : `${prefix} '${text.replaceAll("'", `'\\''`)}'`
}

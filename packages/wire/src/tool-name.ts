/** A tool's name in lists of the stream: there Claude Code calls Agent by its former name (2.1.332, seen). */
export const listedName = (tool: string): string => (tool === 'Agent' ? 'Task' : tool)

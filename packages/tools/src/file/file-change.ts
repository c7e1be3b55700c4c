import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { absolutePath } from '../place.js'
import { settleView } from './file-view.js'

/** What differs between the tools that change one file. */
interface FileChange<Input, Plan, Output> extends Pick<
  Tool,
  'name' | 'description' | 'inputSchema' | 'outputSchema' | 'otherNames' | 'tidy'
> {
  /** The parameter that names the file. */
  readonly pathField: string
  /** Values of the parameters that were left out. */
  readonly defaults?: JsonObject
  /** Works out what is to be done, and changes nothing; a string is an objection, worded for the model. */
  readonly plan: (input: Input, scope: CallScope) => Promise<Plan | string>
  readonly apply: (plan: Plan, input: Input, scope: CallScope) => Promise<Output>
  /** What the model is told. */
  readonly confirm: (output: Output) => string
}

/**
 * A tool that changes one file. Its plan is made twice: for the check, before anybody is asked, and again when it runs, since hooks
 * and the permission question took their time.
 */
export const createFileChange = <Input, Plan, Output>(
  { pathField, defaults = {}, plan, apply, confirm, ...facts }: FileChange<Input, Plan, Output>,
  homeDir: string,
): Tool => {
  const pathOf = (input: JsonObject): string => String(input[pathField])
  const read = (input: JsonObject): Input => input as Input
  return {
    ...facts,
    origin: 'built-in',
    normalize: (input, cwd) => ({ ...defaults, ...input, [pathField]: absolutePath(pathOf(input), cwd, homeDir) }),
    touches: (input) => [{ path: pathOf(input), access: 'write' }],
    parallel: () => false,
    check: async (input, scope) => {
      const planned = await plan(read(input), scope)
      return typeof planned === 'string' ? { message: planned } : undefined
    },
    run: async (input, scope) => {
      const planned = await plan(read(input), scope)
      if (typeof planned === 'string') throw new ToolFailure(planned)
      return apply(planned, read(input), scope)
    },
    render: (structured) => [text(confirm(structured as Output))],
    settle: (input, scope) => settleView(scope.state, pathOf(input)),
  }
}

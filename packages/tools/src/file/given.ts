import type { CallScope } from '@raider/contracts'

/** `file_path` as it was given: results name the file as the model did (Claude Code 2.1.332, seen). */
export const givenPath = (input: { readonly file_path: string }, scope: CallScope): string => {
  const given = scope.given?.['file_path']
  return typeof given === 'string' ? given : input.file_path
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf, type RaiderOptions } from 'raider'
import { UsageError } from '../usage-error.js'
import type { Flags } from './flags.js'

/** Options of the model, and of what it is told. Files are relative to `cwd`. @throws UsageError for files that cannot be read. */
export function modelOptions(flags: Flags, cwd: string): RaiderOptions {
  const systemPrompt = textOf('--system-prompt', flags.systemPrompt, flags.systemPromptFile, cwd)
  const appended = textOf('--append-system-prompt', flags.appendSystemPrompt, flags.appendSystemPromptFile, cwd)
  return {
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.effort !== undefined && { effort: flags.effort }),
    ...(flags.maxThinkingTokens !== undefined && { thinkingTokens: flags.maxThinkingTokens }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(appended !== undefined && { appendSystemPrompt: appended }),
  }
}

/** A text that a flag gives, or the file that its `-file` twin names. */
function textOf(flag: string, text: string | undefined, file: string | undefined, cwd: string): string | undefined {
  if (file === undefined) return text
  if (text !== undefined) throw new UsageError(`${flag} and ${flag}-file exclude each other`)
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}-file ${file} cannot be read: ${messageOf(error)}`)
  }
}

import { resolve } from 'node:path'
import { isObject, type AssistantBlock, type JsonObject, type SeenFile, type UserBlock } from '@raider/contracts'
import type { TranscriptLine } from './transcript-line.js'

/** Gathers the files that the calls of a conversation showed or wrote: those that tools name as `file_path`. */
export class PastFiles {
  /** Absolute, by call. */
  readonly #paths = new Map<string, string>()
  readonly #seen = new Map<string, SeenFile>()

  /** @param blocks what the line says. */
  take({ body }: TranscriptLine, blocks: readonly (AssistantBlock | UserBlock)[]): void {
    for (const block of blocks) {
      if (block.type === 'tool_use') this.#called(block.id, block.input, body)
      else if (block.type === 'tool_result' && block.is_error !== true) this.#answered(block.tool_use_id, body)
    }
  }

  /** The latest last. */
  all(): readonly SeenFile[] {
    return [...this.#seen.values()]
  }

  #called(id: string, input: unknown, { cwd }: JsonObject): void {
    const path = isObject(input) ? (input.file_path ?? input.notebook_path) : undefined
    if (typeof path === 'string') this.#paths.set(id, resolve(typeof cwd === 'string' ? cwd : '/', path))
  }

  #answered(id: string, { timestamp, toolUseResult }: JsonObject): void {
    const path = this.#paths.get(id)
    if (path === undefined) return
    const before = this.#seen.get(path)
    this.#seen.delete(path)
    const partial = isPart(toolUseResult) ?? before?.partial ?? true
    this.#seen.set(path, { path, at: Date.parse(String(timestamp)) || 0, partial })
  }
}

/** Did a call show or write a part only? Undefined where it changed what was there. */
function isPart(result: unknown): boolean | undefined {
  if (!isObject(result)) return undefined
  const { file, content } = result
  if (typeof content === 'string') return false
  return isObject(file) && Number(file.numLines) < Number(file.totalLines)
}

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import type { Answer } from './answer.js'

/** Characters of a context or message that reach the model or the user inline (10,000 pass, 10,001 do not; seen). */
const contextLimit = 10_000
/** Characters of a reason that stay inline (seen). */
const reasonLimit = 50_000
const previewLength = 2000

/** Shortens texts that are too long to be given inline; the whole of them is kept in a file. */
export class Spill {
  readonly #folder: string

  /** @param folder made when the first text needs it. A text that cannot be saved is cut and says so; nothing ever rejects. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async context(text: string, name: string): Promise<string> {
    return text.length <= contextLimit ? text : this.#persist(text, name)
  }

  async reason(text: string, name: string): Promise<string> {
    if (text.length <= reasonLimit) return text
    const half = reasonLimit / 2
    const cut = text.length - reasonLimit
    const inline = `${text.slice(0, half)}\n... [${cut} characters truncated] ...\n${text.slice(-half)}`
    return `${inline}\n${await this.#persist(text, name)}`
  }

  async #persist(text: string, name: string): Promise<string> {
    const file = join(this.#folder, `hook-${name.replace(/[^\w-]/g, '_')}-${randomUUID()}.txt`)
    const place = await save(this.#folder, file, text)
    const size = (Buffer.byteLength(text) / 1024).toFixed(1)
    const preview = text.slice(0, previewLength)
    return `<persisted-output>\nThe output of the hook is long (${size} KB). ${place}\n\nIts first 2,000 characters:\n${preview}\n…\n</persisted-output>`
  }
}

const save = async (folder: string, file: string, text: string): Promise<string> => {
  try {
    await makeFolder(folder, 0o700)
    await writeFile(file, text, { mode: 0o600 })
    return `All of it is in ${file}`
  } catch (thrown) {
    return `It could not be saved: ${messageOf(thrown)}`
  }
}

/** Brings every text of an answer under its limit. `name` goes into the names of files. */
export const capAnswer = async (answer: Answer, spill: Spill, name: string): Promise<Answer> => {
  if (isShort(answer)) return answer
  const { output, plain, block } = answer
  const { specific, systemMessage, reason, stopReason } = output
  const { additionalContext: context, permissionDecisionReason: why, decision } = specific
  return {
    ...answer,
    ...(plain !== undefined && { plain: await spill.context(plain, `${name}-stdout`) }),
    ...(block !== undefined && { block: await spill.reason(block, `${name}-stderr`) }),
    output: {
      ...output,
      ...(systemMessage !== undefined && {
        systemMessage: await spill.context(systemMessage, `${name}-systemMessage`),
      }),
      ...(reason !== undefined && { reason: await spill.reason(reason, `${name}-reason`) }),
      ...(stopReason !== undefined && { stopReason: await spill.reason(stopReason, `${name}-stopReason`) }),
      specific: {
        ...specific,
        ...(context !== undefined && { additionalContext: await spill.context(context, `${name}-additionalContext`) }),
        ...(why !== undefined && { permissionDecisionReason: await spill.reason(why, `${name}-reason`) }),
        ...(decision?.behavior === 'deny' &&
          decision.message !== undefined && {
            decision: { ...decision, message: await spill.reason(decision.message, `${name}-message`) },
          }),
      },
    },
  }
}

/** Nearly every answer: spares the copies and the awaits. */
const isShort = ({ output, plain = '', block = '' }: Answer): boolean => {
  const { systemMessage = '', reason = '', stopReason = '', specific } = output
  const { additionalContext = '', permissionDecisionReason = '', decision } = specific
  const message = decision?.behavior === 'deny' ? (decision.message ?? '') : ''
  const all = [plain, block, systemMessage, reason, stopReason, additionalContext, permissionDecisionReason, message]
  return all.every((text) => text.length <= contextLimit)
}

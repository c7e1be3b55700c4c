import { ToolFailure, type CallScope, type DocumentBlock } from '@raider/contracts'
import { findProgram, runChild } from '@raider/process'

/** A PDF file in Claude Code's `tool_response` shape. */
export interface PdfFile {
  readonly filePath: string
  readonly base64: string
  /** Bytes of the file. */
  readonly originalSize: number
}

/** Largest file in bytes that is given as it is; in base64 a request with it stays below the 32 MB that the Messages API takes. */
const maxPdfBytes = 20 * 1024 * 1024
/** Pages of a file that is given as it is, where they can be counted (Claude Code 2.1.332, seen). */
const maxWholePages = 10

/** A whole PDF file for the model. Throws `ToolFailure` where it is none, or too long to be looked at in one piece. */
export const pdfFile = async (filePath: string, path: string, bytes: Buffer, scope: CallScope): Promise<PdfFile> => {
  requirePdf(path, bytes)
  const pages = await countPages(path, scope)
  if (pages !== undefined && pages > maxWholePages) {
    throw new ToolFailure(
      `${path} has ${pages} pages, and at most ${maxWholePages} are read at once. Name some with pages, such as "1-5".`,
    )
  }
  if (bytes.length > maxPdfBytes)
    throw new ToolFailure(`${path} has more than 20 MB. Read some of its pages, such as pages: "1-5".`)
  return { filePath, base64: bytes.toString('base64'), originalSize: bytes.length }
}

/** Throws `ToolFailure` where the bytes are no PDF file. */
export const requirePdf = (path: string, bytes: Buffer): void => {
  if (bytes.length === 0) throw new ToolFailure(`${path} is an empty file, and no PDF.`)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return
  throw new ToolFailure(`${path} has the name of a PDF file, but its content is none: it does not begin with %PDF-.`)
}

/** Milliseconds that a program of poppler may take. */
const popplerMs = 60_000

/** How many pages a file has; undefined where `pdfinfo` of poppler is not installed or cannot tell. */
export const countPages = async (path: string, scope: CallScope): Promise<number | undefined> => {
  const { code, stdout } = await runPoppler('pdfinfo', [path], scope)
  const pages = code === 0 ? /^Pages:\s+(\d+)$/m.exec(stdout)?.[1] : undefined
  return pages === undefined ? undefined : Number(pages)
}

/** Runs a program of poppler; `code` is undefined where it is not installed. */
export const runPoppler = async (
  name: 'pdfinfo' | 'pdftoppm',
  args: readonly string[],
  scope: CallScope,
): Promise<{ readonly code: number | null | undefined; readonly stdout: string; readonly stderr: string }> => {
  const file = findProgram(name, scope.env['PATH'] ?? '')
  if (file === undefined) return { code: undefined, stdout: '', stderr: '' }
  return runChild({ file, args, cwd: scope.projectDir, env: scope.env, timeoutMs: popplerMs }, scope.signal)
}

/** The file as the model gets it. */
export const documentBlock = ({ base64 }: PdfFile): DocumentBlock => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: base64 },
})

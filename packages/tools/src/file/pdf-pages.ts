import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import { countPages, requirePdf, runPoppler } from './pdf-file.js'

/** Some pages of a PDF file as pictures, in Claude Code's `tool_response` shape. */
export interface PdfPages {
  readonly file: {
    readonly filePath: string
    /** Bytes of the file. */
    readonly originalSize: number
    /** Folder that keeps the pictures. */
    readonly outputDir: string
    /** Pages shown. */
    readonly count: number
  }
  readonly firstPage: number
  readonly pages: readonly { readonly base64: string; readonly mediaType: 'image/jpeg' }[]
}

/** Pages, from 1; both ends belong to it. */
interface PageRange {
  readonly first: number
  readonly last: number
}

/** Pages of one call, and dots per inch of their pictures (Claude Code 2.1.332, seen). */
const maxPages = 20
const resolution = 100

/** The pages that `"3"` or `"1-5"` names; a string is an objection, worded for the model. */
export const pageRange = (pages: string): PageRange | string => {
  const [, from, to = from] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(pages) ?? []
  const range = { first: Number(from), last: Number(to) }
  if (from === undefined || range.first < 1 || range.last < range.first)
    return `pages is "${pages}". Give one page ("3") or one range ("1-5"), counted from 1.`
  if (range.last - range.first >= maxPages) return `"${pages}" is more than ${maxPages} pages. Read fewer of them.`
  return range
}

/** What the pages of a file look like. Throws `ToolFailure` for what is no PDF, pages it does not have, and where poppler is missing. */
export const pdfPages = async (
  filePath: string,
  path: string,
  bytes: Buffer,
  { first, last }: PageRange,
  scope: CallScope,
): Promise<PdfPages> => {
  requirePdf(path, bytes)
  const total = await countPages(path, scope)
  if (total !== undefined && first > total)
    throw new ToolFailure(`${path} has ${total} pages, none of which are asked for by pages: "${first}-${last}".`)
  const outputDir = join(scope.state.resultsDir, `pdf-${randomUUID()}`)
  await makeFolder(outputDir, 0o700)
  await draw(path, outputDir, { first, last }, scope)
  const names = (await readdir(outputDir)).sort()
  const pages = await Promise.all(
    names.map(async (name) => ({
      base64: await readFile(join(outputDir, name), 'base64'),
      mediaType: 'image/jpeg' as const,
    })),
  )
  return { file: { filePath, originalSize: bytes.length, outputDir, count: pages.length }, firstPage: first, pages }
}

const draw = async (path: string, folder: string, { first, last }: PageRange, scope: CallScope): Promise<void> => {
  const args = ['-jpeg', '-r', String(resolution), '-f', String(first), '-l', String(last), path, join(folder, 'page')]
  const { code, stderr } = await runPoppler('pdftoppm', args, scope)
  if (code === 0) return
  throw new ToolFailure(
    code === undefined
      ? 'Single pages are drawn by pdftoppm, which is not installed. Ask the user to install poppler-utils, or read the whole file.'
      : `${path}: its pages could not be drawn: ${stderr.trim().slice(0, 500)}`,
  )
}

import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Content } from '@raider/contracts'
import { createBench, toolNamed } from '../bench.fixture.js'
import { builtinTools } from '../builtin.js'

const pdf = '%PDF-1.4\n%%EOF\n'
/** Stands for poppler: knows twelve pages, and draws each as the word `page`. */
const poppler = {
  'bin/pdfinfo': '#!/bin/sh\necho "Title: x"; echo "Pages: 12"',
  'bin/pdftoppm': '#!/bin/sh\n[ "$5" = 3 ] && for n in 3 4; do printf page > "$9-$n.jpg"; done',
}

/** A bench whose PATH has no program but those given. */
const createShelf = async (files: Record<string, string>) => {
  const env: Record<string, string> = {}
  const bench = await createBench({ 'bin/none': '', 'a.pdf': pdf, ...files }, { scope: { env } })
  env['PATH'] = bench.project.path('bin')
  for (const name of Object.keys(files)) if (name.startsWith('bin/')) await chmod(bench.project.path(name), 0o755)
  return bench
}

const shown = (structured: unknown): readonly Content[] =>
  toolNamed(builtinTools({ homeDir: '/home/me' }), 'Read').render?.(structured, {}) ?? []

describe('Read of a PDF file', () => {
  it('gives the model the document itself', async () => {
    await using bench = await createShelf({})
    const { structured } = await bench.call('Read', { file_path: 'a.pdf' })
    const data = Buffer.from(pdf).toString('base64')
    expect(structured).toEqual({ type: 'pdf', file: { filePath: 'a.pdf', base64: data, originalSize: 15 } })
    expect(shown(structured)[1]).toEqual({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data },
    })
  })

  it('asks for pages where there are too many for one look', async () => {
    await using bench = await createShelf(poppler)
    expect(await bench.call('Read', { file_path: 'a.pdf' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('12 pages'),
    })
  })

  it('shows pages as pictures, and keeps them in a folder', async () => {
    await using bench = await createShelf(poppler)
    const { structured } = await bench.call('Read', { file_path: 'a.pdf', pages: '3-4' })
    const page = { base64: Buffer.from('page').toString('base64'), mediaType: 'image/jpeg' }
    expect(structured).toMatchObject({ type: 'parts', firstPage: 3, file: { count: 2 }, pages: [page, page] })
    expect(shown(structured).map(({ type }) => type)).toEqual(['text', 'image', 'image'])
    expect(existsSync((structured as { file: { outputDir: string } }).file.outputDir)).toBe(true)
  })

  it('names the program that is missing for single pages', async () => {
    await using bench = await createShelf({})
    expect(await bench.call('Read', { file_path: 'a.pdf', pages: '1' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('poppler-utils'),
    })
  })

  it.each(['x', '3-1', '0', '1,2', '1-21'])('refuses the pages %j before anybody is asked', async (pages) => {
    await using bench = await createShelf(poppler)
    expect(await bench.call('Read', { file_path: 'a.pdf', pages })).toMatchObject({ status: 'objection' })
  })

  it('refuses pages that are not there, and files that are no PDF', async () => {
    await using bench = await createShelf({ ...poppler, 'bad.pdf': 'x', 'empty.pdf': '' })
    for (const input of [{ file_path: 'a.pdf', pages: '13' }, { file_path: 'bad.pdf' }, { file_path: 'empty.pdf' }])
      expect((await bench.call('Read', input)).status).toBe('failed')
  })
})

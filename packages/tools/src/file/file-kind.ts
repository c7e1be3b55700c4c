import { extname } from 'node:path'

/** How Read shows a file; judged by its name, as Claude Code does. */
export type FileKind = 'text' | 'image' | 'notebook' | 'binary'

const images = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp'])

const binaries = new Set(
  (
    '7z a aac aiff apk app avi avif bin bmp br bz2 class com dat db deb dll dmg doc docx dylib ear eot exe flac flv heic ico ' +
    'img iso jar lib lz lz4 m4a m4v mkv mov mp3 mp4 mpeg mpg msi o obj odp ods odt ogg otf pdf pkg ppt pptx psd pyc pyo rar rpm ' +
    'so sqlite sqlite3 swf tar tgz tif tiff ttf war wasm wav webm wma wmv woff woff2 xls xlsx xz z zip zst'
  )
    .split(' ')
    .map((name) => `.${name}`),
)

export const kindOf = (path: string): FileKind => {
  const extension = extname(path).toLowerCase()
  if (images.has(extension)) return 'image'
  if (extension === '.ipynb') return 'notebook'
  return binaries.has(extension) ? 'binary' : 'text'
}

import { extname } from 'node:path'

/** How Read shows a file; judged by its name, as Claude Code does. */
type FileKind = 'text' | 'image' | 'notebook' | 'pdf' | 'binary'

const images = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp'])

const binaries = new Set(
  (
    '7z a aac ai aiff apk app avi avif bin blend bmp bz2 class dat db deb dll dmg doc docx dylib ear eot epub eps exe fig fla flac ' +
    'flv gz heic ico idx iso jar lib lockb lz4 m4a m4v mdb mkv mov mp3 mp4 mpeg mpg msi node npy npz numbers o obj odp ods odt ogg ' +
    'opus otf parquet pkg ppt pptx psd pyc pyo rar rlib rpm sketch so sqlite sqlite3 swf tar tgz tif tiff ttf war wasm wav webm whl ' +
    'wma wmv woff woff2 xls xlsx xz z zip zst'
  )
    .split(' ')
    .map((name) => `.${name}`),
)

/** The kind of a file, by the end of its name. */
export const kindOf = (path: string): FileKind => {
  const extension = extname(path).toLowerCase()
  if (images.has(extension)) return 'image'
  if (extension === '.ipynb') return 'notebook'
  if (extension === '.pdf') return 'pdf'
  return binaries.has(extension) ? 'binary' : 'text'
}

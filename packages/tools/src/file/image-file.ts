import { ToolFailure, type ImageBlock } from '@raider/contracts'

/** A picture in Claude Code's `tool_response` shape. */
export interface ImageFile {
  readonly base64: string
  /** Media type. */
  readonly type: string
  /** Bytes of the file. */
  readonly originalSize: number
  readonly dimensions: {
    readonly originalWidth: number
    readonly originalHeight: number
    readonly displayWidth: number
    readonly displayHeight: number
  }
}

/** Largest picture in bytes; in base64 it then stays below the 5 MB that the Messages API takes. */
const maxImageBytes = 3_900_000
/** Longest side in pixels that the Messages API takes. */
const maxPixels = 8000

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Reads a picture; throws `ToolFailure` where the bytes are none, or one that the model cannot take. */
export const imageFile = async (path: string, bytes: Buffer): Promise<ImageFile> => {
  const { type, width, height } = await measure(path, bytes)
  const mediaType = mediaTypes[type]
  if (mediaType === undefined) {
    throw new ToolFailure(`${path} is a picture of kind "${type}". Convert it to PNG, JPEG, GIF or WebP.`)
  }
  if (bytes.length > maxImageBytes || Math.max(width, height) > maxPixels) {
    throw new ToolFailure(
      `${path} is too large (${bytes.length} bytes, ${width}×${height}). Make a smaller copy and read that.`,
    )
  }
  const dimensions = { originalWidth: width, originalHeight: height, displayWidth: width, displayHeight: height }
  return { base64: bytes.toString('base64'), type: mediaType, originalSize: bytes.length, dimensions }
}

const measure = async (path: string, bytes: Buffer): Promise<{ type: string; width: number; height: number }> => {
  // Loaded on first use: most sessions never look at a picture.
  const { imageSize } = await import('image-size')
  try {
    const { type = 'unknown', width, height } = imageSize(bytes)
    return { type, width, height }
  } catch {
    // What the library says is about byte offsets; this is about the file.
    throw new ToolFailure(
      `${path} has the name of a picture, but its content is none. See what it is with Bash: file, or head -c 500.`,
    )
  }
}

/** A picture as the model gets it; `data` in base64. */
export const imageBlock = (media_type: string, data: string): ImageBlock => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})

/** Colours of the trace, by meaning. */
export type Tone = 'strong' | 'dim' | 'good' | 'bad' | 'warn' | 'note' | 'accent'

/** Colours a text, or leaves it as it is. */
export type Paint = (tone: Tone, text: string) => string

const codes: Readonly<Record<Tone, readonly [open: number, close: number]>> = {
  strong: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
  note: [35, 39],
  accent: [36, 39],
}

/** Paints where `coloured` is true. */
export const createPaint = (coloured: boolean): Paint =>
  coloured
    ? (tone, text) => {
        const [open, close] = codes[tone]
        return `\u001b[${open}m${text}\u001b[${close}m`
      }
    : (_, text) => text

/** Colour is for terminals whose user did not refuse it (https://no-color.org). */
export const wantsColour = (stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean =>
  stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'

import { text, type Content, type ImageBlock } from '@raider/contracts'
import { persistedText, seconds } from './shell-text.js'

/** The structured result of the Bash tool, in Claude Code's shape. */
export interface BashOutput {
  /** Both streams in the order printed, cut to the limit. */
  readonly stdout: string
  /** Notes of the tool itself. */
  readonly stderr: string
  readonly interrupted: boolean
  readonly isImage: boolean
  readonly noOutputExpected?: boolean
  /** Why an exit code other than 0 is no failure. */
  readonly returnCodeInterpretation?: string
  /** Names files that the model knows and that the command changed. */
  readonly staleReadFileStateHint?: string
  /** File with all of the output, where that is longer than the limit. */
  readonly persistedOutputPath?: string
  /** Bytes of the output. */
  readonly persistedOutputSize?: number
  /** Set where the model asked for it, whether there is a sandbox or not. */
  readonly dangerouslyDisableSandbox?: true
  /** Set where the command goes on in the background. */
  readonly backgroundTaskId?: string
  /** File that takes the output of such a command; a field of Raider's own. */
  readonly backgroundOutputPath?: string
  /** Set where the command was moved to the background at its time limit, in ms. */
  readonly timedOutAfterMs?: number
  /** Says what becomes of a `cd` of such a command. */
  readonly backgroundCwdHint?: string
}

/** Output that is nothing but a picture, as `data:` URL. */
export const imageOf = (stdout: string): ImageBlock | undefined => {
  const [, media_type, data] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(stdout) ?? []
  if (media_type === undefined || data === undefined) return undefined
  return { type: 'image', source: { type: 'base64', media_type, data } }
}

/** What the model reads of a command; a picture on stdout is shown as one. */
export const renderBash = (output: BashOutput): readonly Content[] => {
  const image = output.isImage ? imageOf(output.stdout) : undefined
  if (image !== undefined) return output.stderr === '' ? [image] : [image, text(output.stderr)]
  const { persistedOutputPath: file, persistedOutputSize: bytes = 0 } = output
  const shown = file === undefined ? output.stdout : persistedText(output.stdout, bytes, file)
  const broken = output.interrupted ? 'The command was broken off before its end.' : ''
  const parts = [shown, output.stderr, broken, output.staleReadFileStateHint ?? '', backgroundText(output)].filter(
    (part) => part !== '',
  )
  return [text(parts.join('\n') || '(Bash completed with no output)')]
}

const backgroundText = (output: BashOutput): string => {
  const { backgroundTaskId: id, backgroundOutputPath: file, timedOutAfterMs: limit, backgroundCwdHint: hint } = output
  if (id === undefined) return ''
  const start =
    limit === undefined
      ? `The command runs in the background with ID: ${id}.`
      : `The command did not end within ${seconds(limit)} and goes on in the background (ID: ${id}) for up to 10 minutes: do not start it again.`
  const ways = `Its output goes to ${file}, which you can look at with Read. You will be told when it ends; TaskStop ends it before.`
  return [start, ways, ...(hint === undefined ? [] : [hint])].join(' ')
}

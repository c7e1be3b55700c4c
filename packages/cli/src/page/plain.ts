/**
 * Characters that change the terminal instead of showing: C0 without tab and line feed, DEL, C1, and marks that turn the
 * direction of text. Model and tool text may hold any of them.
 */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const picture = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `\\u${code.toString(16).padStart(4, '0')}`
}

/** The text with everything that would steer a terminal made visible. A carriage return before a line feed is dropped. */
export const plain = (text: string): string => text.replaceAll('\r\n', '\n').replace(unsafe, picture)

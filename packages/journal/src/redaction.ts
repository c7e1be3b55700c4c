/** What is hidden beside the known patterns. */
export interface RedactionOptions {
  /** Values that never appear, such as the API key in use. Values under 8 characters are ignored. */
  readonly secrets?: readonly string[]
  /** Names of object members whose strings are hidden; compared without case. Added to `secretFields`. */
  readonly fields?: readonly string[]
  /** A last pass over every string, for patterns of one's own. */
  readonly text?: (text: string) => string
}

/** Hides secrets in text and says where to look for them. */
export interface Redaction {
  /** Quick; false means that this JSON holds nothing to hide. */
  suspects(json: string): boolean
  /** The text with each secret replaced by `[redacted:<what>]`. */
  text(text: string): string
  /** True where all strings under a member of this name are hidden. */
  hides(field: string): boolean
}

/** Member names whose strings are always hidden. */
const secretFields: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api_key',
  'apikey',
  'access_token',
  'refresh_token',
  'client_secret',
  'password',
  'passwd',
  'secret',
  'cookie',
  'set-cookie',
]

/** A known kind of credential. */
interface Pattern {
  readonly name: string
  /** Source of a cheap expression that finds each match in JSON too, where a line feed is the letter `n`. */
  readonly hint: string
  /**
   * Group 1, where there is one, is kept in front of the replacement. No pattern may backtrack over unbounded
   * text, and distinctive ones ask for no word boundary: a colour code before a key would hide it.
   */
  readonly match: RegExp
}

const patterns: readonly Pattern[] = [
  {
    name: 'private-key',
    hint: '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY',
    match: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  },
  { name: 'anthropic-key', hint: 'sk-ant-', match: /sk-ant-[\w-]{8,}/g },
  { name: 'api-key', hint: 'sk-', match: /\bsk-(?=[\w-]{0,40}\d)[\w-]{20,}/g },
  { name: 'stripe-key', hint: '[rs]k_(?:live|test)_', match: /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: 'aws-key', hint: 'A[KS]IA[A-Z0-9]', match: /(?<![A-Z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Z0-9])/g },
  {
    name: 'aws-secret',
    hint: '[Ss][Ee][Cc][Rr][Ee][Tt]_?[Aa][Cc][Cc][Ee][Ss][Ss]_?[Kk][Ee][Yy]',
    match: /(secret_?access_?key["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9/+]{40}/gi,
  },
  { name: 'github-token', hint: 'gh[pousr]_', match: /gh[pousr]_[A-Za-z0-9]{30,}/g },
  { name: 'github-token', hint: 'github_pat_', match: /github_pat_\w{22,}/g },
  { name: 'gitlab-token', hint: 'glpat-', match: /glpat-[\w-]{20,}/g },
  { name: 'slack-token', hint: 'xox[abeoprs]-', match: /xox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'google-key', hint: 'AIza', match: /AIza[\w-]{35}/g },
  { name: 'npm-token', hint: 'npm_', match: /npm_[A-Za-z0-9]{36}/g },
  { name: 'jwt', hint: 'eyJ', match: /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,2000}/g },
  { name: 'bearer', hint: '[Bb]earer ', match: /\b([Bb]earer +)[\w.~+/=-]{16,}/g },
  { name: 'basic', hint: ': *Basic ', match: /(authorization: *Basic +)[A-Za-z0-9+/=]{8,}/gi },
  {
    name: 'url-password',
    hint: ':\\/\\/[^\\s/:@"]{1,256}:',
    match: /(:\/\/[^\s/:@"']{1,256}:)[^\s/@"']{3,256}(?=@)/g,
  },
  {
    name: 'url-key',
    hint: '[?&][\\w-]{0,32}(?:[Tt]oken|[Ss]ecret|[Pp]assword|[Kk]ey|[Ss]ig|[Ss]ignature)=',
    match: /([?&][\w-]{0,32}(?:token|secret|password|key|sig|signature)=)[^\s&#"'\\<>]{6,}/gi,
  },
  {
    name: 'variable',
    hint: '(?:PASSWORD|SECRET|TOKEN|API_KEY)[A-Z0-9_]{0,32}=',
    match: /((?:PASSWORD|SECRET|TOKEN|API_KEY)[A-Z0-9_]{0,32}=["']?)(?![$"'<[{(])[^\s"'\\]{6,}/g,
  },
]

/** Known credential patterns, `secretFields`, and what the options add. */
export function createRedaction(options: RedactionOptions = {}): Redaction {
  const secrets = (options.secrets ?? []).filter((secret) => secret.length >= 8)
  const fields = new Set([...secretFields, ...(options.fields ?? [])].map((field) => field.toLowerCase()))
  const literal = secrets.map((secret) => ({ name: 'secret', match: new RegExp(escape(secret), 'g') }))
  const hints = [...patterns.map((pattern) => pattern.hint), ...secrets.map((secret) => escape(asJson(secret)))]
  const suspect = new RegExp(hints.join('|'))
  const member = new RegExp(`"(?:${[...fields].map((field) => escape(asJson(field))).join('|')})":`, 'i')
  return {
    suspects: (json) => options.text !== undefined || suspect.test(json) || member.test(json),
    text: (text) => {
      const hidden = [...literal, ...patterns].reduce(hide, text)
      return options.text ? options.text(hidden) : hidden
    },
    hides: (field) => fields.has(field.toLowerCase()),
  }
}

const hide = (text: string, { name, match }: Omit<Pattern, 'hint'>): string =>
  text.replace(match, (_, kept: unknown) => `${typeof kept === 'string' ? kept : ''}[redacted:${name}]`)

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** How the text stands inside a JSON string. */
const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

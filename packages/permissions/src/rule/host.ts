import { matchesPieces } from './pattern.js'

/**
 * Does a host pattern match? `*` alone means every host, `*.x.y` every host below `x.y` but not itself; any other star stays between
 * two dots.
 */
export const matchesHost = (pattern: string, host: string): boolean => {
  const wanted = pattern.toLowerCase().replace(/\.$/, '')
  const given = host.toLowerCase().replace(/\.$/, '')
  if (given === '') return false
  if (wanted === '*') return true
  if (wanted.startsWith('*.')) {
    const below = given.split('.').slice(-wanted.split('.').length + 1)
    return below.length < given.split('.').length && matchesLabels(wanted.slice(2).split('.'), below)
  }
  return matchesLabels(wanted.split('.'), given.split('.'))
}

const matchesLabels = (patterns: readonly string[], labels: readonly string[]): boolean =>
  patterns.length === labels.length &&
  patterns.every((pattern, at) => matchesPieces(pattern.split('*'), labels[at] ?? ''))

/** Hosts of language, framework and cloud documentation that are fetched without a question. */
const documentation: ReadonlySet<string> = new Set([
  'docs.python.org',
  'developer.mozilla.org',
  'nodejs.org',
  'docs.rs',
  'doc.rust-lang.org',
  'go.dev',
  'pkg.go.dev',
  'www.typescriptlang.org',
  'react.dev',
  'nextjs.org',
  'vuejs.org',
  'angular.dev',
  'docs.djangoproject.com',
  'kubernetes.io',
  'docs.docker.com',
  'docs.aws.amazon.com',
  'cloud.google.com',
  'learn.microsoft.com',
  'www.postgresql.org',
  'git-scm.com',
  'docs.anthropic.com',
  'code.claude.com',
  'modelcontextprotocol.io',
])

/** Is this the host of well-known documentation? An explicit rule wins over it. */
export const isDocumentationHost = (host: string): boolean => documentation.has(host.toLowerCase())

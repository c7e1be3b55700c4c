import { ToolFailure } from '@raider/contracts'

/** The commonest file types under ripgrep's names; the globs of each. */
const types: Readonly<Record<string, readonly string[]>> = {
  c: ['*.[chH]', '*.[chH].in', '*.cats'],
  cpp: ['*.[ChH]', '*.cc', '*.[ch]pp', '*.[ch]xx', '*.hh', '*.inl'],
  cs: ['*.cs'],
  css: ['*.css', '*.scss'],
  csv: ['*.csv'],
  dart: ['*.dart'],
  docker: ['*Dockerfile*'],
  elixir: ['*.ex', '*.eex', '*.exs', '*.heex'],
  go: ['*.go'],
  graphql: ['*.graphql', '*.graphqls'],
  haskell: ['*.hs', '*.lhs'],
  html: ['*.htm', '*.html', '*.ejs'],
  java: ['*.java', '*.jsp', '*.jspx', '*.properties'],
  js: ['*.js', '*.jsx', '*.vue', '*.cjs', '*.mjs'],
  json: ['*.json', 'composer.lock', '*.sarif'],
  kotlin: ['*.kt', '*.kts'],
  lua: ['*.lua'],
  make: ['*.mk', '*.mak', '[Gg][Nn][Uu]makefile', '[Mm]akefile', 'Makefile.*'],
  markdown: ['*.markdown', '*.md', '*.mdown', '*.mdwn', '*.mkd', '*.mkdn', '*.mdx'],
  md: ['*.markdown', '*.md', '*.mdown', '*.mdwn', '*.mkd', '*.mkdn', '*.mdx'],
  php: ['*.php', '*.php3', '*.php4', '*.php5', '*.php7', '*.php8', '*.pht', '*.phtml'],
  protobuf: ['*.proto'],
  py: ['*.py', '*.pyi'],
  python: ['*.py', '*.pyi'],
  ruby: ['*.rb', '*.gemspec', 'Gemfile', 'Rakefile', 'config.ru', '.irbrc'],
  rust: ['*.rs'],
  scala: ['*.scala', '*.sbt'],
  sh: ['*.sh', '*.bash', '*.zsh', '*.ksh', '.bashrc', '.bash_profile', '.profile', '.zshrc'],
  sql: ['*.sql', '*.psql'],
  svelte: ['*.svelte'],
  swift: ['*.swift'],
  toml: ['*.toml', 'Cargo.lock'],
  ts: ['*.ts', '*.tsx', '*.cts', '*.mts'],
  txt: ['*.txt'],
  vue: ['*.vue'],
  xml: ['*.xml', '*.xml.dist', '*.dtd', '*.xsl', '*.xslt', '*.xsd', '*.rng', '*.sch', '*.xhtml'],
  yaml: ['*.yaml', '*.yml'],
}

/** Globs of a file type; throws `ToolFailure` for one that is not known. */
export const namesOfType = (type: string): readonly string[] => {
  const globs = Object.hasOwn(types, type) ? types[type] : undefined
  if (globs !== undefined) return globs
  throw new ToolFailure(`The search failed: unrecognized file type: ${type}. Use "glob" instead.`)
}

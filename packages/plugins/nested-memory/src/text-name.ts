import { basename, extname } from 'node:path'

/** Endings of files that an import may bring in (Claude Code 2.1.332, seen). */
const endings = new Set(
  (
    'md txt text json yaml yml toml xml csv html htm css scss sass less js ts tsx jsx mjs cjs mts cts py pyi pyw rb erb rake go rs ' +
    'java kt kts scala c cpp cc cxx h hpp hxx cs swift sh bash zsh fish ps1 bat cmd env ini cfg conf config properties sql graphql ' +
    'gql proto vue svelte astro ejs hbs pug jade php pl pm lua r dart ex exs erl hrl clj cljs cljc edn hs lhs elm ml mli f f90 f95 ' +
    'for cmake make makefile gradle sbt rst adoc asciidoc org tex latex lock log diff patch'
  ).split(' '),
)

/** May a file of this name be imported? Names without an ending may, endings that are not known to be text may not. */
export const isTextName = (path: string): boolean => {
  const ending = extname(basename(path))
  return ending === '' || endings.has(ending.slice(1).toLowerCase())
}

import { knownOptions, optionsOf } from './known-options.js'
import { readers, type Reader } from './reader.js'
import type { ShellWord } from '../shell/shell-word.js'

const history = knownOptions(
  '0123456789abBcCDEGgLMmnOprRsStuUvWz BCGLMnSU',
  `oneline count stat numstat shortstat dirstat summary name-only name-status graph all decorate no-decorate pretty format
   abbrev-commit no-abbrev-commit abbrev date since until after before author committer grep invert-grep max-count skip reverse
   merges no-merges first-parent follow patch no-patch raw unified color no-color word-diff word-diff-regex color-words color-moved
   cached staged merge-base diff-filter pickaxe-all pickaxe-regex find-renames find-copies no-renames full-index binary text
   ignore-space-change ignore-all-space ignore-blank-lines ignore-space-at-eol exit-code quiet check function-context minimal
   patience histogram diff-algorithm no-ext-diff no-textconv topo-order date-order author-date-order branches tags remotes glob
   exclude no-walk boundary left-right left-only right-only cherry-pick cherry-mark cherry ancestry-path
   simplify-by-decoration simplify-merges full-history sparse relative no-relative no-prefix src-prefix dst-prefix submodule
   min-parents max-parents no-min-parents no-max-parents parents children regexp-ignore-case extended-regexp fixed-strings
   perl-regexp all-match walk-reflogs notes no-notes source patch-with-stat compact-summary indent-heuristic cc combined-all-paths
   remerge-diff expand-tabs no-expand-tabs encoding log-size no-mailmap mailmap use-mailmap null-prefix root line-prefix ours
   theirs base ignore-submodules`,
)

/** Subcommands of git that only read, with the options that leave it at that. */
export const gitReaders: ReadonlyMap<string, Reader> = new Map(
  [
    ...readers('log show diff rev-list', { options: history }),
    ...readers('merge-base', { options: knownOptions('a', 'all octopus independent is-ancestor fork-point') }),
    ...readers('for-each-ref', {
      options: knownOptions(
        '',
        'count sort format points-at merged no-merged contains no-contains ignore-case exclude',
      ),
    }),
    ...readers('reflog', { options: history, refuses: /^(expire|delete|exists|drop|write)\b/ }),
    ...readers('stash', { options: history, accepts: /^list( |$)/, refuses: /(^| )(-[pu]|--patch)/ }),
    ...readers('shortlog', {
      options: knownOptions('csnew0123456789', 'summary numbered email committer group since until all no-merges'),
    }),
    ...readers('status', {
      options: knownOptions(
        'sbvzu',
        `short branch porcelain long verbose untracked-files ignored ignore-submodules column no-column ahead-behind
         no-ahead-behind renames no-renames find-renames show-stash null`,
      ),
      refuses: /--porcelain=/,
    }),
    ...readers('blame', {
      options: knownOptions(
        'bltfnsewc LMC',
        `root show-stats porcelain line-porcelain incremental date since show-name show-number show-email ignore-rev abbrev
         reverse first-parent color-lines color-by-age`,
      ),
    }),
    ...readers('rev-parse', {
      options: knownOptions(
        'q',
        `abbrev-ref short verify quiet symbolic symbolic-full-name all branches tags remotes glob exclude show-toplevel git-dir
         absolute-git-dir git-common-dir git-path is-inside-work-tree is-inside-git-dir is-bare-repository show-prefix show-cdup
         show-superproject-working-tree path-format is-shallow-repository since until not default revs-only no-revs flags
         no-flags sq disambiguate show-object-format`,
      ),
    }),
    ...readers('ls-files', {
      options: knownOptions(
        'cdomisuktvfz x',
        `cached deleted modified others ignored stage unmerged killed exclude-standard directory no-empty-directory
         error-unmatch full-name recurse-submodules abbrev eol deduplicate exclude format`,
      ),
    }),
    ...readers('describe', {
      options: knownOptions(
        '',
        'all tags contains abbrev always long match exclude first-parent candidates exact-match debug dirty broken',
      ),
    }),
    ...readers('cat-file', { options: knownOptions('ptse', 'batch batch-check batch-all-objects') }),
    ...readers('grep', {
      options: knownOptions(
        '0123456789aiIwvhHEGPFnlLcpqrWozs eABCm',
        `text ignore-case word-regexp invert-match full-name extended-regexp basic-regexp perl-regexp fixed-strings
         line-number column files-with-matches name-only files-without-match null only-matching count color no-color break
         heading show-function context after-context before-context function-context max-count max-depth recursive
         no-recursive threads and or not all-match quiet cached untracked exclude-standard no-exclude-standard
         recurse-submodules`,
      ),
    }),
    ...readers('branch', {
      options: knownOptions(
        'alrvq',
        `all remotes list merged no-merged contains no-contains points-at sort format color no-color column no-column verbose
         abbrev no-abbrev show-current ignore-case`,
      ),
      // Without a wish for a list a name is that of a new branch.
      accepts:
        /^(-a|-r|-v|-vv|-av|-avv|--all|--remotes|--show-current)?$|^(-l|--list|--merged|--no-merged|--contains)( |$)/,
    }),
    ...readers('tag', {
      options: knownOptions(
        'li',
        `list sort format contains no-contains merged no-merged points-at color no-color column no-column ignore-case`,
      ),
      accepts: /^$|^(-l|--list|--contains|--points-at)( |$)/,
    }),
    ...readers('worktree', { accepts: /^list( (-v|--verbose|--porcelain|-z))*$/ }),
    ...readers('remote', { accepts: /^(-v|--verbose)?$/ }),
    ...readers('config', {
      // Not the whole list, which may hold passwords.
      accepts: /^(--get|--get-all) [\w.*-]+$/,
    }),
  ].map(([name, reader]) => [name, { ...reader, globs: 'none' }]),
)

/** Subcommands that show what files hold. */
const showing: ReadonlySet<string> = new Set(
  'show log diff blame annotate grep cat-file archive whatchanged difftool format-patch stash reflog'.split(' '),
)

/** The files whose content a git command may show: paths alone, behind a revision (`HEAD:x`) or a range of lines (`-L1,5:x`). */
export const gitPaths = (words: readonly ShellWord[]): readonly ShellWord[] => {
  if (words[0]?.value !== 'git' || !showing.has(words[1]?.value ?? '')) return []
  const args = words.slice(2)
  const options = new Set(optionsOf(args))
  return args.flatMap((word) => [
    ...(options.has(word) ? [] : [pathspec(word, word.value)]),
    ...colonTails(word.value).map((tail) => pathspec(word, tail)),
  ])
}

const colonTails = (text: string): readonly string[] =>
  text.includes(':')
    ? text
        .split(':')
        .map((_, at, all) => all.slice(at).join(':'))
        .slice(1)
    : []

/** What a pathspec is about, without its magic. Git expands globs in it itself, quoted or not. */
const pathspec = (word: ShellWord, text: string): ShellWord => {
  const path = text.replace(/^:?(\([^)]*\)|[/!^]+)/, '')
  return { ...word, value: path, path, glob: /[*?[]/.test(path) }
}

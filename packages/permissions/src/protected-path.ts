import { sep } from 'node:path'
import { bothForms, type PermissionFacts } from './facts.js'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Folders whose files steer programs (Claude Code 2.1.332, seen). */
const folders = words('.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude')
/** Files that steer shells, package managers and build tools. */
const files = words(
  `.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin .zlogout
   .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml .bazelrc
   .bazelversion .bazeliskrc gradle-wrapper.properties maven-wrapper.properties .pre-commit-config.yaml lefthook.yml
   lefthook.yaml .lefthook.yml .lefthook.yaml .devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json`,
)

/**
 * Would writing here change what programs do later? Such a path is never written without a question outside `bypassPermissions`.
 * Names are compared without regard to case: on some volumes `.GIT` is `.git`.
 */
export const isProtected = (path: string, facts: PermissionFacts): boolean =>
  bothForms(path, facts).some((form) => isProtectedForm(form.toLowerCase().split(sep)))

/** Is that the name of a file or folder which steers programs? */
export const isProtectedName = (name: string): boolean => isProtectedForm([name.toLowerCase()])

const isProtectedForm = (names: readonly string[]): boolean =>
  files.has(names.at(-1) ?? '') ||
  names.some((name, at) => {
    if (name === '.claude') return names[at + 1] !== 'worktrees'
    return folders.has(name) || (name === '.config' && names[at + 1] === 'git')
  })

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of the packages that a bundle holds, as their authors ask for it wherever their code is handed on.
 * @param {readonly string[]} inputs paths of the bundled files, relative to `root`
 * @param {string} root
 * @returns {string} one text; empty where nothing of others is bundled
 */
export function noticesOf(inputs, root) {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  const notices = [...folders].map((folder) => noticeOf(join(root, folder)))
  return notices.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

/** Names the authors where a package has no text of its licence. */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? `Copyright ${author?.name ?? author}` : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

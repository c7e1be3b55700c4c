/**
 * Modules that a TypeScript source imports, re-exports or resolves, types included. Reads line starts only, so that examples in
 * comments do not count.
 * @param {string} text
 * @returns {string[]}
 */
export function importsOf(text) {
  const statements = text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'/gm)
  const calls = text.matchAll(/\b(?:import|import\.meta\.resolve|require\.resolve)\('([^']+)'\)/g)
  return [...statements, ...calls].map(([, module, bare]) => module ?? bare)
}

/**
 * Names of exported declarations without a doc comment before them. Overloads and re-exports are not looked at.
 * @param {string} text
 * @returns {string[]}
 */
export function undocumentedExports(text) {
  return declarationsOf(text)
    .filter(({ index }) => !text.slice(0, index).trimEnd().endsWith('*/'))
    .map(([, name]) => name)
}

/**
 * Names of exported declarations.
 * @param {string} text
 * @returns {string[]}
 */
export const exportsOf = (text) => declarationsOf(text).map(([, name]) => name)

const declarationsOf = (text) => [
  ...text.matchAll(/^export (?:async |abstract )*(?:const|function\*?|class|interface|type) (\w+)/gm),
]

/**
 * What an index hands on of its package's own files: by file, the exported names, or `*` for all of them.
 * @param {string} text of the index
 * @returns {Map<string, string[]>} keys such as `./run.js`
 */
export function handedOn(text) {
  const names = new Map()
  for (const [, list, file] of text.matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '(\.[^']+)'/gm)) {
    names.set(file, [...(names.get(file) ?? []), ...exportedNames(list)])
  }
  return names
}

const exportedNames = (list) =>
  list === '*' ? ['*'] : [...list.matchAll(/(?:type )?(\w+)(?: as \w+)?\s*[,}]/g)].map(([, name]) => name)

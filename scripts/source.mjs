/**
 * Modules that a TypeScript source imports or re-exports, types included. Reads line starts only, so that examples in
 * comments do not count.
 * @param {string} text
 * @returns {string[]}
 */
export function importsOf(text) {
  const statements = text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'/gm)
  const calls = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [...statements, ...calls].map(([, module, bare]) => module ?? bare)
}

/**
 * Names of exported declarations without a doc comment before them. Overloads and re-exports are not looked at.
 * @param {string} text
 * @returns {string[]}
 */
export function undocumentedExports(text) {
  const declarations = text.matchAll(/^export (?:async |abstract )*(?:const|function\*?|class|interface|type) (\w+)/gm)
  return [...declarations].filter(({ index }) => !text.slice(0, index).trimEnd().endsWith('*/')).map(([, name]) => name)
}

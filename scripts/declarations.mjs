import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/**
 * Copies the declarations that a package's index reaches, its own and those of the workspace, into one folder where they refer to
 * each other by relative paths: a bundle that holds other packages then needs none of them installed, not even for its types.
 * What such a file takes from a library that is not installed with the package becomes `any`: only its insides speak of it.
 * @param {string} name of the package
 * @param {ReadonlyMap<string, string>} folders absolute ones of the workspace's packages, by name
 * @param {string} destination
 */
export function gatherDeclarations(name, folders, destination) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folders.get(name), 'package.json'), 'utf8'))
  const isAbsent = (module) =>
    !module.startsWith('.') &&
    !module.startsWith('node:') &&
    !folders.has(module) &&
    !(packageOf(module) in dependencies)
  const placeOf = (file) => {
    const [owner, folder] = [...folders].find(([, candidate]) => file.startsWith(join(candidate, 'dist/')))
    return join(destination, basename(owner), relative(join(folder, 'dist'), file))
  }
  const reached = new Set([join(folders.get(name), 'dist/index.d.ts')])
  for (const file of reached) {
    const place = placeOf(file)
    const text = readFileSync(file, 'utf8').replace(sourceMap, '')
    const moved = text.replace(specifier, (whole, before, module, quote) => {
      const target = declarationOf(module, file, folders)
      if (target === undefined) return whole
      reached.add(target)
      return `${before}${pathBetween(place, placeOf(target))}${quote}`
    })
    cpSync(file, place) // Makes the folders as well.
    writeFileSync(place, withoutAbsent(moved, isAbsent))
  }
}

/** `from 'x'`, `import 'x'` and `import("x")`, as the compiler writes them. */
const specifier = /(\b(?:from|import) ?\(?['"])([^'"\n]+)(['"])/g

const sourceMap = /^\/\/# sourceMappingURL=.*\n?/m

/** `import type { A, B } from 'x'` on a line, as the compiler writes it. */
const typeImport = /^import type \{([^}]*)\} from ['"]([^'"]+)['"];?$/gm

/** `typeof import("x")` */
const moduleType = /\btypeof import\(['"]([^'"]+)['"]\)/g

function withoutAbsent(text, isAbsent) {
  return text
    .replace(typeImport, (whole, names, module) =>
      isAbsent(module) ? names.split(',').map(typeOfAny).join('\n') : whole,
    )
    .replace(moduleType, (whole, module) => (isAbsent(module) ? 'any' : whole))
}

/** For `A`, or for `A as B`. */
const typeOfAny = (name) => `type ${name.trim().split(' ').at(-1)} = any;`

/** `x` of `x/y`, `@x/y` of `@x/y/z`. */
const packageOf = (module) => module.split('/', module.startsWith('@') ? 2 : 1).join('/')

/** Where a module is declared; undefined for one from outside the workspace. */
function declarationOf(module, file, folders) {
  if (module.startsWith('.')) return join(dirname(file), module.replace(/\.js$/, '.d.ts'))
  return folders.has(module) ? join(folders.get(module), 'dist/index.d.ts') : undefined
}

function pathBetween(from, to) {
  const path = relative(dirname(from), to).replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}

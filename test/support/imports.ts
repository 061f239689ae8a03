import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { root } from './alias.ts'

/** One import or re-export of a source file. */
export interface Import {
  /** The importing file, relative to the project's root. */
  readonly from: string
  /** The imported file, relative to the project's root, or the package's name as written. */
  readonly to: string
  /** Whether the import has only types, so that it does not exist at run time. */
  readonly typeOnly: boolean
}

/** All TypeScript files below a folder of the project, relative to the project's root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Makes a function run only once for each file. */
function once<Result>(work: (file: string) => Result): (file: string) => Result {
  const done = new Map<string, Result>()
  return (file) => {
    const result = done.get(file) ?? work(file)
    done.set(file, result)
    return result
  }
}

/** A file's text. */
export const textOf = once((file) => readFileSync(join(root, file), 'utf8'))

/** Imports and re-exports at the beginning of a line, in the formatter's style. */
const atTop = /^(?:im|ex)port\b(?: (type)\b)?(?:([^'"`]*?)\bfrom )? ?'([^']+)'/gm

/** A dynamic import, and an import in a type. */
const within = /(\btypeof )?\bimport\(\s*['"`]([^'"`]+)['"`]/g

const allTypes = (names = '') => {
  const [, list = ''] = /^ \{([\s\S]*)\} $/.exec(names) ?? []
  const each = list.split(',').filter((name) => name.trim())
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name))
}

/** All imports and re-exports of a file, including dynamic imports. */
export const importsOf = once((file): readonly Import[] => {
  // Removes comments, because they contain examples with imports.
  const code = textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = (specifier = '', typeOnly: boolean): Import => {
    const to = specifier.startsWith('.') ? posix.normalize(posix.join(dirname(file), specifier)) : specifier
    return { from: file, to, typeOnly }
  }
  return [
    ...[...code.matchAll(atTop)].map(([, type, names, to]) => found(to, type !== undefined || allTypes(names))),
    ...[...code.matchAll(within)].map(([, type, to]) => found(to, type !== undefined)),
  ]
})

/** A cycle of run-time imports among the files, or undefined. With `types`, imports of types count too. */
export function cycleIn(files: readonly string[], { types = false } = {}): string[] | undefined {
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file) || !files.includes(file)) return undefined
    for (const { to, typeOnly } of importsOf(file)) {
      const cycle = typeOnly && !types ? undefined : walk(to, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of files) {
    const cycle = walk(file, [])
    if (cycle) return cycle
  }
  return undefined
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'
import { root } from './alias.ts'

/** One import or re-export of a source file. */
export interface Import {
  /** The importing file, from the project's root. */
  readonly from: string
  /** The imported file from the project's root, or the package's name as written. */
  readonly to: string
  /** Whether only types are imported, so that nothing is left of it at run time. */
  readonly typeOnly: boolean
}

/** Every TypeScript file below a folder of the project, from the project's root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

const texts = new Map<string, string>()

/** A file's text, which is read once. */
export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

const allTypes = (clause: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
  clause !== undefined &&
  'elements' in clause &&
  clause.elements.length > 0 &&
  [...clause.elements].every((e) => 'isTypeOnly' in e && e.isTypeOnly)

function typeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly || allTypes(node.exportClause)
  const clause = node.importClause
  return clause !== undefined && (clause.isTypeOnly || (!clause.name && allTypes(clause.namedBindings)))
}

function targetOf(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.normalize(posix.join(dirname(file), specifier)) : specifier
}

const read = new Map<string, readonly Import[]>()

/** What a file imports and re-exports, dynamic imports included, as the compiler reads it. */
export function importsOf(file: string): readonly Import[] {
  const known = read.get(file) ?? importsIn(file, textOf(file))
  read.set(file, known)
  return known
}

function importsIn(file: string, text: string): readonly Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, types: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) {
      found.push({ from: file, to: targetOf(file, specifier.text), typeOnly: types })
    }
  }
  // Imports and exports stand at the top; other kinds may stand anywhere.
  const isDeep = /\bimport\s*\(/.test(text)
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, typeOnly(node))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    if (isDeep || ts.isSourceFile(node)) ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

/** A round trip of run-time imports among the files, or undefined where there is none. */
export function cycleIn(files: readonly string[]): string[] | undefined {
  const edges = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((i) => !i.typeOnly)
        .map((i) => i.to),
    ]),
  )
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const cycle = walk(next, [...path, file])
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

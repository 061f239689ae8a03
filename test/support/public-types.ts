import { join } from 'node:path'
import ts from 'typescript'
import { root } from './alias.ts'

/** One name that an entry point exports. */
interface Exported {
  readonly name: string
  /** The type in code, with its type arguments; absent for a value. */
  readonly type?: string
  /** Names of the type's members. */
  readonly members: readonly string[]
  /** Whether the type can be spread. */
  readonly spreads: boolean
}

/** The public declarations of an entry point. */
export interface EntryPoint {
  readonly specifier: string
  readonly exported: readonly Exported[]
  /** Interfaces and classes of the package that the declarations name, each with the naming declaration. */
  readonly named: readonly (readonly [name: string, declaration: string])[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
  strict: true,
  types: [],
}

/** The built entry points. `files`: the declaration files by specifier. */
export function entryPointsOf(files: Readonly<Record<string, string>>): readonly EntryPoint[] {
  const program = ts.createProgram(Object.values(files).map(inRoot), options)
  const checker = program.getTypeChecker()
  return Object.entries(files).map(([specifier, file]) => {
    const source = program.getSourceFile(inRoot(file))
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is no module`)
    const symbols = checker.getExportsOfModule(module).map((symbol) => resolved(checker, symbol))
    return {
      specifier,
      exported: symbols.map((symbol) => exportedOf(checker, symbol)),
      named: symbols.flatMap((symbol) => namedBy(checker, symbol)),
    }
  })
}

const inRoot = (file: string) => join(root, file)

const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

function exportedOf(checker: ts.TypeChecker, symbol: ts.Symbol): Exported {
  const { name } = symbol
  if (!(symbol.flags & ts.SymbolFlags.Type)) return { name, members: [], spreads: false }
  const required = (symbol.declarations ?? []).flatMap(parametersOf).filter((each) => !each.default)
  const given = required.map(({ constraint }) => constraint?.getText() ?? '{ readonly a: string }')
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  // Skips other types: the members of a text, for example, belong to the platform.
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
  const members = isObject ? type.getProperties().map((member) => member.name) : []
  return {
    name,
    type: given.length > 0 ? `${name}<${given.join(', ')}>` : name,
    members: members.filter((member) => /^[\w:$]+$/.test(member) && !member.startsWith('__')),
    spreads: isObject,
  }
}

const parametersOf = (declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] =>
  ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) || ts.isClassLike(declaration)
    ? [...(declaration.typeParameters ?? [])]
    : []

/** Whether a type is an interface or a class of the package. A compiler can only name such a type; it can write out an alias. */
const isNominal = ({ flags, declarations }: ts.Symbol) =>
  (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0 &&
  declarations?.some((declaration) => declaration.getSourceFile().fileName.startsWith(inRoot('dist/'))) === true

function namedBy(checker: ts.TypeChecker, exported: ts.Symbol): (readonly [string, string])[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const at = ts.isTypeReferenceNode(node) ? node.typeName : node.expression
      const symbol = checker.getSymbolAtLocation(at)
      const type = symbol && resolved(checker, symbol)
      if (type && isNominal(type)) found.add(type.name)
    }
    ts.forEachChild(node, visit)
  }
  for (const declaration of exported.declarations ?? []) visit(declaration)
  return [...found].map((name) => [name, exported.name])
}

/**
 * A program with exports of inferred types: for each type, an object that contains it, its spread copy, and each of its members; for each
 * value, the value itself. With `declaration`, a compiler must name all these types.
 */
export function inferring({ specifier, exported }: EntryPoint): string {
  const types = exported.flatMap(({ type, name }) => (type === undefined ? [] : `  ${name},\n`))
  return [
    `import * as all from '${specifier}'`,
    `import type {\n${types.join('')}} from '${specifier}'`,
    ...exported.flatMap((each) =>
      each.type === undefined ? `export const ${each.name} = all.${each.name}` : ofType(each),
    ),
  ].join('\n')
}

function ofType({ name, type, members, spreads }: Exported): string[] {
  const of = `(value: ${type})`
  return [
    `export const holding${name} = ${of} => ({ value, list: [value], later: async () => value })`,
    ...(spreads ? [`export const copyOf${name} = ${of} => ({ ...value, more: 1 })`] : []),
    ...members.map((member, index) => `export const member${index}Of${name} = ${of} => value['${member}']`),
  ]
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './alias.ts'

/** The folder for files with fences. The compiler and the test runner read them there; git ignores the folder. */
export const fenceFolder = join(root, 'test/docs/fences')

/** One TypeScript fence of the documentation. */
export interface Fence {
  /** The file with the fence, relative to the project's root. */
  readonly file: string
  /** Number of the fence's first line of code, from 1. */
  readonly line: number
  readonly code: string
  /** The name of the file that a reader saves it as: `// list-events.mjs` in its first line. */
  readonly saved?: string
}

function filesBelow(folder: string, extension: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('docs/site/'))
    .sort()
}

function fencesOf(file: string): Fence[] {
  const fences: Fence[] = []
  let open: { line: number; code: string[] } | undefined
  for (const [index, raw] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    // In docstrings, the lines of a fence begin with a star.
    const line = /\.tsx?$/.test(file) ? raw.replace(/^\s*\* ?/, '') : raw
    if (open && line.startsWith('```')) {
      const saved = /^\/\/ ([\w-]+\.(?:test\.ts|m[jt]s))$/.exec(open.code[0] ?? '')?.[1]
      fences.push({ file, line: open.line, code: `${open.code.join('\n')}\n`, ...(saved && { saved }) })
      open = undefined
    } else if (open) open.code.push(line)
    else if (/^```ts\b/.test(line)) open = { line: index + 2, code: [] }
  }
  return fences
}

/** Every TypeScript fence of the README, llms.txt, the docs and the docstrings. */
export function allFences(): Fence[] {
  const files = [
    'README.md',
    'llms.txt',
    ...filesBelow('docs', '.md'),
    ...filesBelow('src', '.ts'),
    ...filesBelow('mock-server', '.ts'),
    ...filesBelow('explorer', '.tsx'),
  ]
  return files.flatMap(fencesOf)
}

/** Whether a fence runs only in a browser page, not in Node. */
export const isForPages = ({ code }: Fence): boolean => /from 'osdi-events\/mock\/(?:browser|explorer)'/.test(code)

const isTest = ({ code }: Fence): boolean => code.includes("from 'vitest'")

/** Whether a reader saves a fence and runs it with Node. */
export const isProgram = (fence: Fence): fence is Fence & { readonly saved: string } =>
  fence.saved !== undefined && !isTest(fence) && !isForPages(fence)

/** Names of the files that other fences import. */
const importedIn = (fences: readonly Fence[]) =>
  new Set(fences.flatMap(({ code }) => [...code.matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, name = '']) => name)))

/** Name of the file for a fence. The name says whether the fence is a test, and whether it needs a browser page. */
export function fileNameOf(fence: Fence): string {
  const place = `${fence.file.replace(/\.(?:md|tsx?|txt)$/, '').replaceAll(/[^\w]+/g, '-')}-${fence.line}`
  return `${place}${isForPages(fence) ? '.page' : ''}${isTest(fence) ? '.test' : ''}.ts`
}

/** Names of the files for fences that are tests with MSW in Node. */
export const fencesWithMsw = (): readonly string[] =>
  allFences()
    .filter((fence) => isTest(fence) && fence.code.includes("from 'osdi-events/mock/node'"))
    .map(fileNameOf)

/** A test that runs a fence in its own page, because only one MSW can run in a page. */
const testOfPage = ({ file, line }: Fence, name: string) =>
  [
    name.replace(/\.ts$/, '.test.ts'),
    `import { test } from 'vitest'\n\ntest('the example at ${file}:${line} runs in a page', () => import('./${name}'))\n`,
  ] as const

/** Writes every fence into its own file, so that the compiler checks it and the test runner runs it. */
export function writeFences(): void {
  mkdirSync(fenceFolder, { recursive: true })
  // `export {}` makes a fence without an import a module too.
  const fences = allFences()
  const imported = importedIn(fences)
  const wanted = new Map(
    fences.flatMap((fence) => {
      const { saved = '' } = fence
      const name = fileNameOf(fence)
      const text = `// ${fence.file}:${fence.line}\n${fence.code}\nexport {}\n`
      const itself = [name, text] as const
      // The compiler finds the types of `client.mjs` in `client.mts`.
      if (imported.has(saved)) return [itself, [saved.replace(/\.mjs$/, '.mts'), text] as const]
      return isForPages(fence) && !isTest(fence) ? [itself, testOfPage(fence, name)] : [itself]
    }),
  )
  for (const name of readdirSync(fenceFolder)) if (!wanted.has(name)) rmSync(join(fenceFolder, name), { force: true })
  for (const [name, text] of wanted) {
    const path = join(fenceFolder, name)
    // Writes only changed files, because another run may be reading the others.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}
